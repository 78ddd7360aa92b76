"""Secrets that open a study to one person: too long to guess, and stored only as hashes."""

from __future__ import annotations

import hashlib
import secrets

_SECRET_BYTES = 24
"""192 random bits: guessing is hopeless at any speed, so a plain fast hash is enough to store them by."""

LONGEST_SECRET = 100
"""No secret is longer; whatever is, need not be hashed to be refused."""


def new_secret() -> str:
    """Return a secret for a personal link, in characters that an address can hold."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def fingerprint(secret: str) -> bytes:
    """Return what is stored of a secret: enough to recognise it, useless for getting in."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()

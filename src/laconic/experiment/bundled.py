"""What comes with laconic and shapes an experiment's results: its parser and its models.

Both can change without a change of version while laconic is being developed; what was made with others is made again.
"""

from __future__ import annotations

import hashlib

from laconic.learn.training import make_parser
from laconic.model import bundled_folder, bundled_models
from laconic.pipeline.stored import MODEL_FILE


def parser_fingerprint() -> str:
    """Return what identifies the parser that experiments use."""
    return make_parser("english", None).fingerprint


def models_fingerprint() -> str:
    """Return a checksum of all bundled models, which build on one another; their files name the rest's checksums."""
    digest = hashlib.sha256()
    for name in sorted(bundled_models()):
        digest.update((bundled_folder(name) / MODEL_FILE).read_bytes())
    return digest.hexdigest()[:16]

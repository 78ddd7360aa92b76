"""Ways to damage a file: bits, bytes, blocks, lines and numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

TROUBLE = [
    *(b"\x00", b"\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xc2\x85"),
    *(b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", "ε".encode(), b"&#x110000;", b"\\ud800"),
    *(b"\r", b"\n", b"\n\n", b"\t", b" ", b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"(", b")", b"<", b">"),
    *(b"|||", b"@", b"$", b"%", b"#", b"=", b":", b"..", b"/", b"-1", b"0", b"1e999", b"NaN", b"inf", b"true"),
    *(b"9" * 30, b"-" + b"9" * 30, b"2147483647", b"2147483648", b"-2147483649", b"18446744073709551616"),
    *(b"(" * 3000, b"[" * 3000, b"{" * 3000, b"a" * 70_000),
]
NUMBERS = [b"0", b"-1", b"1", b"7", b"1.5", b"1e400", b"nan", b"99999999999", b"2147483648", b""]
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")

Mutation = Callable[[random.Random, bytearray], None]


def flip(rng: random.Random, data: bytearray) -> None:
    """Change one bit."""
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(rng: random.Random, data: bytearray) -> None:
    """Change some bytes to any, or to such as counts and sizes have."""
    if data:
        place = rng.randrange(len(data))
        new = rng.choice([b"\x00", b"\xff", b"\x7f", b"\x80"]) * rng.choice([1, 2, 4, 8])
        data[place : place + len(new)] = new if rng.random() < 0.5 else rng.randbytes(len(new))


def insert(rng: random.Random, data: bytearray) -> None:
    """Put in what is trouble somewhere."""
    place = rng.randrange(len(data) + 1)
    data[place:place] = rng.choice(TROUBLE)


def cut(rng: random.Random, data: bytearray) -> None:
    """Leave out a block, or all that follows."""
    start = rng.randrange(len(data) + 1)
    del data[start : None if rng.random() < 0.3 else start + rng.randrange(1, 40)]


def repeat(rng: random.Random, data: bytearray) -> None:
    """Repeat a block, elsewhere or where it stands, now and then very often."""
    start = rng.randrange(len(data) + 1)
    block = data[start : start + rng.randrange(1, 60)]
    place = rng.choice([start, rng.randrange(len(data) + 1)])
    data[place:place] = block * rng.choice([1, 1, 1, 2, 300])


def swap_lines(rng: random.Random, data: bytearray) -> None:
    """Let two lines change places, or stand together."""
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    data[:] = (b"\n" if rng.random() < 0.8 else b" ").join(lines)


def change_number(rng: random.Random, data: bytearray) -> None:
    """Write another number in the place of one."""
    found = list(_NUMBER.finditer(data))
    if found:
        start, end = rng.choice(found).span()
        data[start:end] = rng.choice(NUMBERS)


MUTATIONS: list[Mutation] = [flip, overwrite, insert, cut, repeat, swap_lines, change_number]


def damaged(rng: random.Random, content: bytes) -> bytes:
    """Return a file with one to four changes."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 4])):
        rng.choice(MUTATIONS)(rng, data)
    return bytes(data)

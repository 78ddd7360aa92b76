"""A network that says which words of a news sentence its headline keeps.

It reads the same pieces of words as the bundled network and uses its vectors of them, but has layers of its own: those
of the bundled network know the headlines that they learnt by heart, and do worse on new ones.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from laconic.errors import DataError
from laconic.parse.encoder import NETWORK, Integers, Singles
from laconic.parse.session import open_session

HEADLINES = "headlines.onnx"
_STAYS = "stays"

NETWORK_BYTES = "network_bytes"
"""The size of the bundled network that the vectors are taken from, as the file says it."""


class HeadlineNetwork:
    """Runs the network, which is opened when it is first used; several threads may use it at once.

    Args:
        folder: where it is, beside the network whose vectors it uses.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / HEADLINES
        self._loading = Lock()
        self._loaded: Any = None

    @property
    def exists(self) -> bool:
        """Whether there is such a network."""
        return self.path.is_file()

    def run(self, feed: dict[str, Integers]) -> Singles:
        """Return ``[W]``, the log odds that each word of a sentence stays.

        Args:
            feed: the sentence as the bundled network reads it, with its two ends as words.

        Raises:
            DataError: the file is not such a network, or belongs to another bundled network.
        """
        inside = {"pieces": feed["pieces"], "first": feed["first"][1:-1], "last": feed["last"][1:-1]}
        found: Singles
        (found,) = self._session().run([_STAYS], inside)
        return found

    def _session(self) -> Any:
        with self._loading:  # two threads must not load the weights twice
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> Any:
        session = open_session(self.path)
        bundled = self.path.with_name(NETWORK)
        told = session.get_modelmeta().custom_metadata_map.get(NETWORK_BYTES)
        if told != str(bundled.stat().st_size):
            raise DataError(f"was made for another {NETWORK} than the one beside it; export it again.", path=self.path)
        return session

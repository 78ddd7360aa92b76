"""``laconic seal``: new checksums for a model whose files were changed by hand."""

from __future__ import annotations

from pathlib import Path


def seal(model: list[Path], /) -> None:
    """Write the checksums of models' files into their TOML files.

    A model is loaded only if its files are the ones it was saved with. After changing or replacing one on purpose,
    seal the folder again.

    Examples:
        laconic seal models/mine

    Args:
        model: The folders of models.
    """
    from laconic.pipeline.stored import seal as write_checksums

    for folder in model:
        write_checksums(folder)
        print(f"{folder} is sealed.")

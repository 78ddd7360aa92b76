"""Opens networks with the library that runs them, for one thread and without reports to its maker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from laconic.errors import DataError
from laconic.parse.network_file import without_large_weights

_FOLDER_OF_WEIGHTS = "session.model_external_initializers_file_folder_path"
"""The runtime's name for the folder of the files that a network refers to."""


def open_session(path: Path) -> Any:
    """Load a network for one thread; sentences run in parallel instead.

    Raises:
        DataError: the file is not a network.
    """
    onnxruntime = silent_runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Sentences differ in length, so a plan of the memory would be made anew for each.
    options.enable_mem_pattern = False
    options.add_session_config_entry(_FOLDER_OF_WEIGHTS, str(path.parent))
    providers = ["CPUExecutionProvider"]
    try:
        return onnxruntime.InferenceSession(without_large_weights(path), options, providers=providers)
    except Exception:  # onnxruntime raises many kinds; where it cannot map weights, it may read the whole file
        try:
            return onnxruntime.InferenceSession(str(path), options, providers=providers)
        except Exception as error:
            raise DataError(f"is not a network that laconic can run: {error}.", path=path) from None


def silent_runtime() -> Any:
    """Return the library that runs networks, after telling it not to report on its user.

    Newer versions store an identifier of the machine and send their maker what they do. Only the variable, set before
    the library is imported, stops all of that; the function is for Windows.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    if os.environ["ORT_DISABLE_TELEMETRY"] == "1":
        onnxruntime.disable_telemetry_events()
    return onnxruntime

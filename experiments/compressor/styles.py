"""The styles of compression that the network can be asked for."""

CORPORA = ["any", "google", "written", "spoken", "legislative"]
"""Names of the styles, after the corpora they are learnt from; `any` stands for a style that is not known."""

FREE = -1.0
"""The rate of a compression that may be as long as the model sees fit."""

"""The styles of compression that the network can be asked for."""

CORPORA = ["any", "google", "editor", "legislative", "onestop", "wikisplit", "written", "spoken"]
"""Names of the styles, after the corpora they are learnt from; `any` stands for a style that is not known.

The last two may be used for research only, so that the bundled network is not trained on them."""

FREE = -1.0
"""The rate of a compression whose length the model chooses."""

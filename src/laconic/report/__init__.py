"""Pages that report figures: elements, tables and plots in laconic's look, for studies and for experiments."""

"""Extracting grammars: rules from parsed and aligned pairs, and coverage rules for an input."""

"""Making grammars: rules from parsed and aligned pairs, and rules made up for an input."""

"""Why a sentence became another: the rules applied, in reading order."""

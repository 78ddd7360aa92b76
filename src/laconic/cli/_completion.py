"""``laconic --install-completion``: lets the shell complete commands and options."""

from __future__ import annotations

from cyclopts.completion.install import create_install_completion_command

from laconic.cli import app

install_completion = create_install_completion_command(app.install_completion, add_to_startup=True)

"""The application behind ``laconic serve``: the page and the API over a server's models."""

from __future__ import annotations

from collections.abc import Collection

from starlette.applications import Starlette
from starlette.routing import Route

from laconic.web.api import Api
from laconic.web.app import make_app, page
from laconic.web.limits import Limits
from laconic.web.models import Models
from laconic.web.work import Workers


def make_site(models: Models, limits: Limits | None = None, hosts: Collection[str] = ()) -> Starlette:
    """Return the application.

    Args:
        models: what can be asked.
        limits: what is refused.
        hosts: the names it may be called by; none means any.
    """
    limits = limits or Limits()
    workers = Workers(limits)
    api = Api(models, limits, workers)
    return make_app(
        [Route("/", page("index.html")), *api.routes()], limits=limits, hosts=hosts, on_close=[workers.close]
    )

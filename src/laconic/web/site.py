"""The application behind ``laconic serve``: the page and the API over a server's models."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from starlette.applications import Starlette
from starlette.routing import Route

from laconic.web.api import Api
from laconic.web.app import make_app, page
from laconic.web.limits import Limits
from laconic.web.models import Models
from laconic.web.work import Workers

_LAST_SECONDS = 0.5
"""How long a stopping server waits for work that has been cancelled."""


def make_site(
    models: Models, workers: Workers | None = None, hosts: Collection[str] = (), origins: Collection[str] = ()
) -> Starlette:
    """Return the application.

    Args:
        models: what can be asked.
        workers: where the work is done, and within which limits.
        hosts: the names it may be called by; none means any.
        origins: other sites whose pages may ask; none unless they are named.
    """
    workers = workers or Workers(Limits())
    api = Api(models, workers)
    routes = [Route("/", page("index.html")), Route("/api", page("api.html")), *api.routes()]
    close = partial(workers.close, _LAST_SECONDS)
    return make_app(routes, limits=workers.limits, hosts=hosts, origins=origins, on_close=[close])

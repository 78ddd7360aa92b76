"""laconic in a browser and over HTTP: a page, a JSON API, and what both share."""

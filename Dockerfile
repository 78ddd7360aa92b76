# The page and the API: docker build -t laconic . && docker run -p 8000:8000 laconic
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE NOTICE ./
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[web]'

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'laconic[web]' && useradd --create-home laconic
USER laconic
WORKDIR /home/laconic
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health')"]
CMD ["laconic", "serve", "--host", "0.0.0.0", "--port", "8000"]

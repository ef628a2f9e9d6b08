# Two stages: the tools that build stay out of the image that runs.
# Mirrors may be named instead, as docs/troubleshooting.md tells.
ARG PYTHON_IMAGE=python:3.12-slim-bookworm
FROM ${PYTHON_IMAGE} AS build
ARG PIP_INDEX_URL
WORKDIR /src
RUN python -m venv /bot
COPY requirements.lock ./
RUN /bot/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN /bot/bin/pip install --no-cache-dir --no-deps .

FROM ${PYTHON_IMAGE}
LABEL org.opencontainers.image.title="telegram-avalon" \
      org.opencontainers.image.description="A Telegram bot for The Resistance: Avalon" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /bot /bot
# Writes nothing but DATA_DIR, and that only without REDIS_URL.
RUN install -d -o 10001 -g 10001 /data
ENV PATH=/bot/bin:$PATH PYTHONUNBUFFERED=1 DATA_DIR=/data LOG_FORMAT=json
VOLUME /data
USER 10001:10001
WORKDIR /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["telegram-avalon"]
CMD ["run"]

# The Dropkit server. Settings come from the environment: docs/operating.md#containers.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node tools/run.mjs tools/production-install.mjs /opt/dropkit

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir -p /data && chown node:node /data
COPY --from=build /opt/dropkit /opt/dropkit
WORKDIR /opt/dropkit
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=6 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=@dropkit/source", "apps/server/src/dropkit.ts"]

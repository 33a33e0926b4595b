# The local platform as a server (docs/containers.md).
FROM node:24-alpine AS build
WORKDIR /source
# Copied before the sources, so that a change of the sources does not install the packages again.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build
# npm pack does not create the folder.
RUN mkdir /packed && npm pack --silent --ignore-scripts --pack-destination /packed
# Unpacked by tar, because npm would also install the optional keyring package.
RUN mkdir -p /installed/bin /installed/lib/node_modules/@tome-docs/cli && \
  tar -xozf /packed/tome-docs-cli-*.tgz --strip-components=1 -C /installed/lib/node_modules/@tome-docs/cli && \
  ln -s ../lib/node_modules/@tome-docs/cli/bin/tome.js /installed/bin/tome

FROM node:24-alpine
# Imports and exports run Git.
RUN apk add --no-cache git && mkdir /data && chown node:node /data
COPY --from=build /installed /usr/local
USER node
ENV XDG_CACHE_HOME=/tmp/cache TOME_DATA_DIR=/data
VOLUME /data
EXPOSE 4620
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4620/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tome"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4620", "--data", "/data", "--ready-file", "/data/ready.json", "--log", "json"]

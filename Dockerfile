# The service as an image. Without DATABASE_URL it runs its own PostgreSQL server on files in /data, as `npm start` does on ./.godwit.
FROM node:26-slim AS manifests
WORKDIR /godwit
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY console/package.json console/
COPY test/compilers test/compilers

# Compiles the service, the command line, the SDK and the console.
FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.ts tools/
COPY migrations migrations
COPY package package
COPY sdk sdk
COPY cli cli
COPY console console
COPY docs docs
COPY src src
RUN node tools/build.ts

# The packages that the service needs, without Node.js, which the image has, and without links to the workspaces.
FROM manifests AS dependencies
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin node_modules/@godwit node_modules/sdk-under-*

FROM node:26-slim
LABEL org.opencontainers.image.title="godwit" \
      org.opencontainers.image.description="A money transfer service behind one HTTP/JSON API" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    GODWIT_DATA_DIR=/data
WORKDIR /godwit
COPY package.json LICENSE ./
COPY --from=dependencies /godwit/node_modules node_modules
COPY --from=build /godwit/dist dist
# A new volume takes over the owner of the directory that it covers. The operator runs `godwit operator` in a container.
RUN install --directory --owner=node --group=node --mode=0700 /data \
    && ln -s /godwit/dist/package/godwit.js /usr/local/bin/godwit && chmod +x dist/package/godwit.js
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]

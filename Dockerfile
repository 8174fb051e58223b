# The service as an image: without DATABASE_URL it runs its own PostgreSQL under /data, as in a checkout.
FROM node:26-slim AS dependencies
WORKDIR /godwit
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM node:26-slim
LABEL org.opencontainers.image.title="godwit" \
      org.opencontainers.image.description="A money transfer service behind one HTTP/JSON API" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    GODWIT_DATA_DIR=/data
WORKDIR /godwit
COPY --from=dependencies /godwit/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY src src
# A new volume takes over the owner of the directory that it covers.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "src/main.ts"]

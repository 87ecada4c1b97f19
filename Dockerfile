# Node.js 24 LTS. A tag moves: to build again and again from the very same image, pin the digest that
#   docker buildx imagetools inspect node:24-bookworm-slim
# prints, as node:24-bookworm-slim@sha256:…, and renew it with each update.
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /studio
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.ensurePackages())"
COPY . .
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.prepare())"

FROM ${NODE} AS packages
WORKDIR /studio
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --omit=dev --ignore-scripts

# What runs: the build, its packages and the npm commands. Nothing of it can be written by the user it runs as.
FROM ${NODE}
WORKDIR /studio
RUN mkdir data backups && chown node:node data backups
COPY package.json ./
COPY scripts/command.mjs scripts/prepare.mjs scripts/tools.mjs scripts/
COPY --from=packages /studio/node_modules node_modules
COPY --from=build /studio/dist dist
ENV NODE_ENV=production HOST=0.0.0.0
# npm keeps its log where a read-only container can write
ENV npm_config_cache=/tmp/npm npm_config_update_notifier=false
USER node
EXPOSE 3000
CMD ["node", "dist/server/main.js"]

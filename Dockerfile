FROM node:20.19-bookworm-slim
WORKDIR /studio
RUN mkdir data backups && chown -R node:node /studio
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node scripts scripts
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.ensurePackages())" && rm -rf ~/.npm
COPY --chown=node:node . .
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.prepare())"
ENV HOST=0.0.0.0
EXPOSE 3000
CMD ["npm", "start"]

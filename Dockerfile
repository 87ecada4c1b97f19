FROM node:20.19-bookworm-slim
WORKDIR /studio
RUN mkdir data backups && chown -R node:node /studio
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node scripts scripts
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.ensurePackages())" && rm -rf ~/.npm
COPY --chown=node:node . .
RUN node -e "import('./scripts/prepare.mjs').then((steps) => steps.prepare())"
# glibc gives back what the compilers of V8 needed: 40 to 70 MB (bench/README.md)
ENV MALLOC_TRIM_THRESHOLD_=131072
ENV HOST=0.0.0.0
EXPOSE 3000
CMD ["npm", "start"]

import { readFileSync } from 'node:fs'

// the build is flat and src/server is as deep, so the same path serves both
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** The product's version. */
export const version = manifest.version

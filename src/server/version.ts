import { readFileSync } from 'node:fs'

// the built files are as deep as src/server, so the same path works for both
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** The product's version. */
export const version = manifest.version

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /^assets\/.*\.(?:js|css|svg)$/

/** Writes a brotli and a gzip form beside each file of code or style, as small as they get: the server only hands them out. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((name) => compressible.test(name))) {
        const bytes = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }))
      }
    },
  }
}

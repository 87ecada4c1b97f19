import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * The browser calls procedures by their names: of a concept's contract it gets just these. The shapes of inputs and
 * answers, and with them all of zod, are the server's. Whatever else a contract exports can't be imported there.
 */
export function contractNames(): Plugin {
  return {
    name: 'contract-names',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/studio\/\w+\/contract\.ts$/ },
      handler(code, id) {
        const [, name, concept] = /^export const (\w+) = contract\('(\w+)', \{$/m.exec(code) ?? []
        if (!name) throw new Error(`${id}: no line \`export const x = contract('x', {\` was found.`)
        const lines = [
          `import { procedureNames } from '#web/procedureNames.ts'`,
          `export const ${name} = procedureNames('${concept}')`,
        ]
        return { code: lines.join('\n'), map: null }
      },
    },
  }
}

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

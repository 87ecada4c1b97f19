import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGliteOptions } from '@electric-sql/pglite'

type Code = NonNullable<PGliteOptions['pgliteWasmModule']>

// Node has it; the types of Node 20 leave it to the browser's
declare const WebAssembly: { compile(code: Uint8Array): Promise<Code> }

let compiled: Promise<Code> | undefined

/**
 * PGlite's code, compiled once in a process. Other threads do it: called as soon as it is known that there will be an
 * embedded database, it is ready when the rest of the program has been loaded.
 */
export function engineCode(): Promise<Code> {
  if (!compiled) {
    compiled = compile()
    // who opens the database hears of it
    compiled.catch(() => {})
  }
  return compiled
}

async function compile(): Promise<Code> {
  // without V8's optimizing compiler for WebAssembly: 80 MB less, see docs/decisions/runtime-flags.md
  setFlagsFromString('--liftoff-only')
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')))
}

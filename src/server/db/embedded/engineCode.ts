import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGliteOptions } from '@electric-sql/pglite'

type Code = NonNullable<PGliteOptions['pgliteWasmModule']>

// exists in Node, but the types of Node 20 leave it to the browser's types
declare const WebAssembly: { compile(code: Uint8Array): Promise<Code> }

let compiled: Promise<Code> | undefined

/**
 * PGlite's code, compiled once per process, in other threads: call it as soon as an embedded database is known to be
 * needed, and it is ready when the rest of the program has loaded.
 */
export function engineCode(): Promise<Code> {
  if (!compiled) {
    compiled = compile()
    // avoid an unhandled rejection; whoever opens the database gets the error
    compiled.catch(() => {})
  }
  return compiled
}

async function compile(): Promise<Code> {
  // turns off V8's optimizing compiler for WebAssembly to save memory, see docs/decisions/runtime-flags.md
  setFlagsFromString('--liftoff-only')
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')))
}

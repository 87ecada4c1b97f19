import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Simulates another build: gives every file a new name and updates all references. */
export function renameAll(web: string): void {
  const assets = join(web, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const renamed = (text: string) => text.replaceAll(/(-[\w-]{8,})\.js\b/g, '$1n.js')
  for (const name of scripts) {
    writeFileSync(join(assets, renamed(name)), renamed(readFileSync(join(assets, name), 'utf8')))
    rmSync(join(assets, name))
  }
  for (const list of ['index.html', '.vite/manifest.json']) {
    const file = join(web, list)
    writeFileSync(file, renamed(readFileSync(file, 'utf8')))
  }
}

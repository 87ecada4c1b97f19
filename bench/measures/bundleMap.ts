import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bin } from '../../scripts/tools.mjs'

/** Bytes, compressed, by what they were made of. */
export type Shares = ReadonlyMap<string, number>

/** Builds the browser's files once more, beside maps of their sources, and answers what each of them is made of. */
export function bundleMap(files: readonly string[]): ReadonlyMap<string, Shares> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-map-'))
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  try {
    const options = ['--sourcemap', '--outDir', folder, '--logLevel', 'error']
    execFileSync(bin('vite'), ['build', ...options], { env: { ...process.env, NODE_ENV: 'production' } })
    return new Map(files.map((file) => [file, sharesOf(read(file), JSON.parse(read(`${file}.map`)) as MapFile)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type MapFile = ConstructorParameters<typeof SourceMap>[0]

/** What was compressed together is shared out by what each part takes when it is compressed alone. */
function sharesOf(code: string, map: MapFile): Shares {
  const sources = new SourceMap(map)
  const parts = new Map<string, string>()
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column++) {
      // what the bundler adds of its own has no source
      const { originalSource = '' } = sources.findEntry(line, column) as { originalSource?: string }
      const part = originalSource ? partOf(originalSource) : 'the bundler'
      parts.set(part, (parts.get(part) ?? '') + text.charAt(column))
    }
  }
  const alone = [...parts].map(([part, text]) => [part, packed(text)] as const)
  const sum = alone.reduce((total, [, size]) => total + size, 0)
  return new Map(alone.map(([part, size]) => [part, (size / sum) * packed(code)]))
}

const packed = (text: string) => gzipSync(text, { level: 9 }).length

/** A package, texts, or a room of the house: `react-dom`, `texts of accounts`, `web/ui`, `studio/courses`. */
function partOf(source: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)
  if (inPackage?.[1]) return inPackage[1]
  const path = source.replace(/^.*\/src\//, '')
  const [top = '', room = ''] = path.split('/')
  if (/messages/i.test(path)) return `texts of ${top === 'studio' ? room : top}`
  return /\.tsx?$/.test(room) ? top : `${top}/${room}`
}

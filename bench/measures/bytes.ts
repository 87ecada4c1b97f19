import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BudgetName } from '../budgets.ts'
import type { Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import { bundleMap, type Shares } from './bundleMap.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const web = (path: string) => readFileSync(fileURLToPath(new URL(`../../dist/web/${path}`, import.meta.url)))
const packed = (file: string) => gzipSync(web(file), { level: 9 }).length
const kB = (bytes: number) => (bytes / 1000).toFixed(1)

const screens: readonly (readonly [BudgetName, string])[] = [
  ['7 JavaScript of /login', 'src/studio/accounts/pages/SignInPage.tsx'],
  ['7 JavaScript of /classes', 'src/web/screens/ClassesScreen.tsx'],
  ['7 JavaScript of /dashboard', 'src/web/screens/DashboardScreen.tsx'],
  ['7 JavaScript of an admin table', 'src/studio/accounts/pages/UsersPage.tsx'],
]

/** Row 7: the files without which a screen can't be used, each compressed by itself as it travels. */
export function measureBytes({ quick }: Scale): Figure[] {
  const chunks = JSON.parse(web('.vite/manifest.json').toString()) as Record<string, Chunk>
  const html = web('index.html').toString()
  const always = Object.keys(chunks).filter((key) => html.includes(`src="/${chunks[key]?.file}"`))
  const found = screens.map(([budget, page]) => {
    const own = chunks[page]?.file
    if (!own) throw new Error(`The build has no file for ${page}.`)
    return { budget, own, files: [...reach(chunks, [...always, page])].map((key) => chunks[key]?.file ?? '') }
  })
  const shares = quick ? null : bundleMap([...new Set(found.flatMap(({ files }) => files))])
  return found.map(({ budget, own, files }) => {
    const biggest = files.toSorted((a, b) => packed(b) - packed(a))
    const made = shares && madeOf(files, shares)
    if (made) console.log(`${budget.slice(2)} is made of: ${made}`)
    const where = biggest.map((file) => `${file.replace('assets/', '')} ${kB(packed(file))}`).join(', ')
    return {
      budget,
      measure: `${budget.slice(2)}: ${own.replace('assets/', '')} and ${files.length - 1} more`,
      ours: files.reduce((sum, file) => sum + packed(file), 0) / 1000,
      beside: null,
      besideWhat: '',
      unit: 'kB',
      where: made ? `${where}; made of ${made}` : where,
    }
  })
}

/** The parts that weigh most, in kB. */
function madeOf(files: readonly string[], shares: ReadonlyMap<string, Shares>): string {
  const sums = new Map<string, number>()
  for (const [part, size] of files.flatMap((file) => [...(shares.get(file) ?? [])])) {
    sums.set(part, (sums.get(part) ?? 0) + size)
  }
  const parts = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, 15)
  return parts.map(([part, size]) => `${part} ${kB(size)}`).join(', ')
}

function reach(chunks: Record<string, Chunk>, from: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of from) {
    if (found.has(key)) continue
    found.add(key)
    reach(chunks, chunks[key]?.imports ?? [], found)
  }
  return found
}

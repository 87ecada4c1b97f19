import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BudgetName } from '../budgets.ts'
import type { Figure } from '../setup/figures.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const web = (path: string) => readFileSync(fileURLToPath(new URL(`../../dist/web/${path}`, import.meta.url)))

const screens: readonly (readonly [BudgetName, string])[] = [
  ['7 JavaScript of /login', 'src/studio/accounts/pages/SignInPage.tsx'],
  ['7 JavaScript of /classes', 'src/web/screens/ClassesScreen.tsx'],
  ['7 JavaScript of /dashboard', 'src/web/screens/DashboardScreen.tsx'],
  ['7 JavaScript of an admin table', 'src/studio/accounts/pages/UsersPage.tsx'],
]

/** Row 7: the files without which a screen can't be used, each compressed by itself as it travels. */
export function measureBytes(): Figure[] {
  const chunks = JSON.parse(web('.vite/manifest.json').toString()) as Record<string, Chunk>
  const html = web('index.html').toString()
  const always = Object.keys(chunks).filter((key) => html.includes(`src="/${chunks[key]?.file}"`))
  return screens.map(([budget, page]) => {
    const own = chunks[page]?.file
    if (!own) throw new Error(`The build has no file for ${page}.`)
    const files = [...reach(chunks, [...always, page])].map((key) => chunks[key]?.file ?? '')
    const sizes = files.map((file) => ({ file, size: gzipSync(web(file), { level: 9 }).length }))
    const biggest = sizes.toSorted((a, b) => b.size - a.size)
    return {
      budget,
      measure: `${budget.slice(2)}: ${own.replace('assets/', '')} and ${files.length - 1} more`,
      ours: sizes.reduce((sum, { size }) => sum + size, 0) / 1000,
      beside: null,
      besideWhat: '',
      unit: 'kB',
      where: biggest.map(({ file, size }) => `${file.replace('assets/', '')} ${(size / 1000).toFixed(1)}`).join(', '),
    }
  })
}

function reach(chunks: Record<string, Chunk>, from: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of from) {
    if (found.has(key)) continue
    found.add(key)
    reach(chunks, chunks[key]?.imports ?? [], found)
  }
  return found
}

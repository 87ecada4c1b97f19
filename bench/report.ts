import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { budgets, type Budget } from './budgets.ts'
import type { Figure } from './setup/figures.ts'

const results = fileURLToPath(new URL('./results.md', import.meta.url))

interface Run {
  readonly quick: boolean
  readonly partial: boolean
  /** Measures that failed with an error and have no figure. */
  readonly failed: readonly string[]
}

/** Prints the table; a full run also replaces results.md. Returns whether every budget is kept. */
export function report(figures: readonly Figure[], { quick, partial, failed }: Run): boolean {
  const details = figures.flatMap(({ measure, detail }) => (detail ? [`- ${measure}: ${detail}`] : []))
  const broken = failed.map((name) => `- ${name}: broke off, so there are no figures`)
  const table = [tableOf(figures), '', ...broken, ...details].join('\n')
  console.log(`\n${table}\n`)
  if (quick) console.log('A quick run: its figures mean nothing.')
  else if (!partial) writeFileSync(results, `# The newest run\n\n${machine()}\n\n${table}\n`)
  return figures.filter((figure) => !quick || mustBeNone(figure)).every(isKept)
}

/** A budget of zero holds on a slow machine as well. */
const mustBeNone = ({ measure }: Figure): boolean => budgets[measure].most === 0

function machine(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'src') ? ' and changes' : ''
  const load = os.loadavg().map((value) => value.toFixed(1))
  const when = new Date().toISOString().slice(0, 10)
  const commit = git('rev-parse', '--short', 'HEAD')
  return `${when}, ${commit}${changed}, ${os.cpus().length} cores, load ${load.join(' ')} at the end, Node ${process.version}.`
}

function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map((figure) => {
    const { least, most, unit }: Budget = budgets[figure.measure]
    const value = figure.value >= 100 ? Math.round(figure.value) : Number(figure.value.toPrecision(3))
    const budget = least === undefined ? `≤ ${most}` : `≥ ${least}`
    return [figure.measure, `${value} ${unit}`.trim(), budget, isKept(figure) ? 'kept' : 'short']
  })
  const head = ['measure', 'figure', 'budget', '']
  const widths = head.map((word, column) => Math.max(3, word.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const print = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [print(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(print)].join('\n')
}

function isKept({ measure, value }: Figure): boolean {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Budget = budgets[measure]
  return value >= least && value <= most
}

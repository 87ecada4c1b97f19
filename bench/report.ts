import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { budgets, type Budget } from './budgets.ts'
import type { Figure } from './setup/figures.ts'

const results = fileURLToPath(new URL('./results.md', import.meta.url))

interface Run {
  readonly quick: boolean
  readonly partial: boolean
  /** Measures that broke off, of which there is no figure. */
  readonly failed: readonly string[]
}

/** Prints the table and what falls short, and keeps runs that are not quick in results.md. Answers whether any falls short. */
export function report(figures: readonly Figure[], run: Run): boolean {
  const broken = run.failed.length > 0 ? `\n\nBroke off, and so has no figures: ${run.failed.join(', ')}.` : ''
  const table = tableOf(figures) + broken
  const short = figures.filter((figure) => verdict(figure) === 'short')
  const words = short.map((figure) => `- ${figure.budget ?? figure.measure}: ${figure.where ?? figure.measure}`)
  console.log(`\n${table}\n`)
  console.log(
    short.length > 0 ? `Short of the budget:\n${words.join('\n')}` : 'Every measured figure keeps its budget.',
  )
  const kind = run.quick ? ', quick: complete, but its figures mean nothing' : run.partial ? ', in part' : ''
  const load = os.loadavg().map((value) => value.toFixed(1))
  const machine = `${os.cpus().length} cores, load ${load.join(' ')} at the end, Node ${process.version}`
  const heading = `## ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${commit()}${kind}`
  if (!run.quick) appendFileSync(results, `\n${heading}\n\n${machine}\n\n${table}\n`)
  return short.length > 0
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src') ? ' and changes' : '')
  } catch {
    return 'no commit'
  }
}

function tableOf(figures: readonly Figure[]): string {
  const head = ['measure', 'ours', 'beside', 'ratio', 'budget', '']
  const lines = figures.map((figure) => [
    figure.measure,
    amount(figure.ours, figure.unit),
    figure.beside === null ? '' : `${amount(figure.beside, figure.unit)} (${figure.besideWhat})`,
    figure.beside === null ? '' : (figure.ours / figure.beside).toFixed(2),
    figure.budget === null ? '' : said(budgets[figure.budget]),
    verdict(figure),
  ])
  const widths = head.map((word, column) => Math.max(word.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const print = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`
  return [print(head), rule, ...lines.map(print)].join('\n')
}

function verdict(figure: Figure): '' | 'kept' | 'short' {
  if (figure.budget === null) return ''
  const budget: Budget = budgets[figure.budget]
  const value = budget.of === 'ratio' ? figure.ours / (figure.beside ?? Number.NaN) : figure.ours
  const kept = value >= (budget.least ?? Number.NEGATIVE_INFINITY) && value <= (budget.most ?? Number.POSITIVE_INFINITY)
  return kept ? 'kept' : 'short'
}

const said = ({ of, least, most }: Budget) =>
  `${of === 'ratio' ? 'ratio ' : ''}${least === undefined ? `≤ ${most ?? ''}` : `≥ ${least}`}`

const amount = (value: number, unit: string) =>
  `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`.trim()

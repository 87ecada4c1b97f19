import { useState } from 'react'
import type { Language } from '#kernel/messages.ts'
import { send } from '#web/commands.ts'
import { useRefusalText } from '#web/refusals.ts'
import { moving } from '../calls.ts'
import type { CheckedRow } from '../contract.ts'
import { tableRefusals } from '../messages/table.ts'
import { inParts, type RowResult } from '../rules/csv.ts'

export interface Progress {
  readonly done: number
  readonly all: number
}

/** Takes the rows of a table, part by part, and keeps what became of each. */
export function useTaking(checked: readonly CheckedRow[]) {
  const explain = useRefusalText(tableRefusals)
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const [progress, setProgress] = useState<Progress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Of the press that can be taken back. */
  const [moveId, setMoveId] = useState<string | null>(null)
  const [stayed, setStayed] = useState<readonly number[]>([])
  const rows = checked
    .map((row): CheckedRow => ({ ...row, ...results.get(row.number) }) as CheckedRow)
    .toSorted((a, b) => a.number - b.number)
  // in the order in which they were checked
  const wanted = checked.filter(
    ({ outcome, number }) => (outcome === 'new' || outcome === 'changed') && !results.has(number),
  )

  /** Letters about it go out in `language`. */
  async function take(language: Language) {
    setProblem(null)
    setStayed([])
    const all = wanted.length
    let taken = 0
    // what was begun goes on, and is taken back as one
    const press = { moveId: moveId ?? undefined, language }
    setProgress({ done: 0, all })
    for (const part of inParts(wanted)) {
      const stopped = await takePart(part, press)
      if (stopped) {
        setProgress(null)
        return setProblem(stopped)
      }
      taken += part.length
      setProgress({ done: taken, all })
    }
    setProgress(null)
  }

  /** What stopped it, or null. A row that the database refuses is found by itself, and left. */
  async function takePart(
    part: readonly CheckedRow[],
    press: { moveId: string | undefined; readonly language: Language },
  ): Promise<string | null> {
    const sent = part.map(({ number, cells }) => ({ number, cells }))
    const outcome = await send(moving.take, { rows: sent, ...press })
    if (outcome.ok) {
      press.moveId = outcome.value.moveId
      setMoveId(outcome.value.moveId)
      keep(outcome.value.rows)
      return null
    }
    if (outcome.code !== 'unexpected') return explain(outcome)
    if (part.length > 1) {
      for (const row of part) {
        const stopped = await takePart([row], press)
        if (stopped) return stopped
      }
      return null
    }
    keep(part.map(({ number }) => ({ number, outcome: 'left', reason: 'refusedByDatabase', gains: [], notes: [] })))
    return null
  }

  const keep = (found: readonly RowResult[]) =>
    setResults((before) => new Map([...before, ...found.map((one) => [one.number, one] as const)]))

  /** As if they had not been taken, but for those of which something was used. */
  function undone(kept: readonly number[]) {
    setMoveId(null)
    setStayed(kept)
    setResults((before) => new Map([...before].filter(([number]) => kept.includes(number))))
  }

  return {
    rows,
    /** Those that are still to be taken. */
    wanted,
    /** How many have been taken, or left by the database. */
    taken: results.size,
    progress,
    problem,
    moveId,
    /** Those that could not be taken back. */
    stayed,
    take,
    undone,
    /** It can't be taken back any more. */
    keepAll: () => setMoveId(null),
  }
}

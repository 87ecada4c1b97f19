import { useState } from 'react'
import type { Language } from '#kernel/messages.ts'
import { send } from '#web/commands.ts'
import { useRefusalText } from '#web/refusals.ts'
import { moving } from '../calls.ts'
import type { CheckedRow } from '../contract.ts'
import { tableRefusals } from '../messages/table.ts'
import { inParts, type RowFault, type RowResult } from '../rules/csv.ts'

export interface Progress {
  readonly done: number
  readonly all: number
}

/** Imports the rows of a table in parts, and keeps the result of each row. */
export function useTaking(checked: readonly CheckedRow[]) {
  const explain = useRefusalText(tableRefusals)
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const [progress, setProgress] = useState<Progress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Of the import that can be undone. */
  const [moveId, setMoveId] = useState<string | null>(null)
  const [stayed, setStayed] = useState<readonly number[]>([])
  const rows = checked
    .map((row): CheckedRow => ({ ...row, ...results.get(row.number) }))
    .toSorted((a, b) => a.number - b.number)
  // in the order in which they were checked
  const wanted = checked.filter(
    ({ outcome, number }) => (outcome === 'new' || outcome === 'changed') && !results.has(number),
  )

  /** Letters about the import are in `language`. */
  async function take(language: Language) {
    setProblem(null)
    setStayed([])
    const all = wanted.length
    let taken = 0
    // a resumed import keeps its id, so that all of it is undone together
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

  /**
   * Returns what stopped the import, or null. If the database refuses a part, retries its rows one by one and leaves
   * out the bad one.
   */
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
    const faults: RowFault[] = [{ reason: 'refusedByDatabase', columns: [], detail: '' }]
    keep(part.map(({ number }) => ({ number, outcome: 'left', faults, gains: [], notes: [], pass: null, owes: null })))
    return null
  }

  const keep = (found: readonly RowResult[]) =>
    setResults((before) => new Map([...before, ...found.map((one) => [one.number, one] as const)]))

  /** Resets the undone rows to "not imported", except those that stay because they were used. */
  function undone(kept: readonly number[]) {
    setMoveId(null)
    setStayed(kept)
    setResults((before) => new Map([...before].filter(([number]) => kept.includes(number))))
  }

  return {
    rows,
    /** Rows that are still to be imported. */
    wanted,
    /** Number of rows that were imported, or refused by the database. */
    taken: results.size,
    progress,
    problem,
    moveId,
    /** Numbers of the rows that could not be undone. */
    stayed,
    take,
    undone,
    /** Ends the offer to undo. */
    keepAll: () => setMoveId(null),
  }
}

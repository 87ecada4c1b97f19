import type { Database } from '#server/db/database.ts'
import { findings, invariantCount, type Finding } from '#server/doctor/checks.ts'
import type { OrderAnswer } from './control.ts'

/** Most ids printed per invariant. */
const SHOWN = 20

/** `npm run doctor`: checks all data of a studio and reports what is inconsistent. */
export async function examine(database: Database): Promise<OrderAnswer> {
  const found = await findings(database)
  if (found.length === 0)
    return { ok: true, line: `All is well: ${invariantCount} invariants and all references hold.` }
  return { ok: false, line: complaint(found) }
}

/** The findings, one invariant per line. */
export function complaint(found: readonly Finding[]): string {
  const lines = found.map(({ check, ids }) => {
    const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : ''
    return `  ${check}: not so for ${ids.slice(0, SHOWN).join(', ')}${more}`
  })
  return [`${found.length === 1 ? 'One thing does' : `${found.length} things do`} not add up:`, ...lines].join('\n')
}

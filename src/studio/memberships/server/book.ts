import { chunked } from '#kernel/grouped.ts'
import type { Instant, LocalDate } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { leftOf, type BookCause, type BookKind } from '../rules/book.ts'
import { passEntries, type purchases } from '../tables.ts'

type Pass = Pick<typeof purchases.$inferSelect, 'id' | 'classLimit' | 'classesUsed' | 'validUntil'>

/** A change of a locked pass, to be recorded. */
export interface BookLine {
  readonly kind: BookKind
  /** Null for a new pass. */
  readonly before: Pass | null
  readonly after: Pass
  readonly cause?: BookCause
  readonly reason?: string
  readonly firstDay?: LocalDate
  readonly lastDay?: LocalDate
  readonly entry?: { readonly className: string; readonly startsAt: Instant } | undefined
}

/** Lines of one statement, which may have 65,535 parameters. */
const IN_A_STATEMENT = 2_000

/** Records changes of passes in their books, in the same transaction and under the pass's lock. */
export async function enterInBook(c: CommandContext, lines: readonly BookLine[]): Promise<void> {
  for (const some of chunked(lines, IN_A_STATEMENT)) await enterSome(c, some)
}

async function enterSome(c: CommandContext, lines: readonly BookLine[]): Promise<void> {
  const byAccountId = c.actor.kind === 'studio' ? null : c.actorId
  await c.tx.insert(passEntries).values(
    lines.map(({ kind, before, after, cause = null, reason = '', entry, firstDay = null, lastDay = null }) => ({
      purchaseId: after.id,
      at: c.now,
      byAccountId,
      kind,
      cause,
      reason,
      classes: leftOf(after) - (before === null ? 0 : leftOf(before)),
      remaining: leftOf(after),
      validUntil: after.validUntil,
      className: entry?.className ?? null,
      startsAt: entry?.startsAt ?? null,
      firstDay,
      lastDay,
    })),
  )
}

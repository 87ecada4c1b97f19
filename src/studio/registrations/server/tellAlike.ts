import { createHash } from 'node:crypto'
import type { Span } from '#kernel/clock.ts'
import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { tell, type About, type LetterKind } from '#studio/notices/server/tell.ts'

/** A change of a class: as the reader knows it, and as it is now. */
interface Told {
  readonly event: { readonly id: string }
  /** Id of the series, or of the entry itself. */
  readonly series: string
  readonly before: Span | null
  readonly now: Span | null
}

/** Calls `tell` once for all readers with the same classes. */
export async function tellAlike<One extends Told>(
  c: CommandContext,
  letters: readonly { readonly reader: Reader; readonly told: readonly One[] }[],
  kindOf: (told: readonly One[]) => LetterKind,
  words: (told: readonly One[], reader: Reader) => NoticeText,
  { subjects = '' }: { /** Prefix of its subjects. */ subjects?: string } = {},
): Promise<void> {
  const alike = new Map<string, Map<Reader, readonly One[]>>()
  for (const { reader, told } of letters) {
    const about = JSON.stringify([kindOf(told).name, aboutOf(told, c.now)])
    const toldTo = alike.get(about) ?? new Map<Reader, readonly One[]>()
    alike.set(about, toldTo.set(reader, told))
  }
  for (const toldTo of alike.values()) {
    const [told = []] = toldTo.values()
    const about = aboutOf(told, c.now)
    if (!about) continue
    const subject = `${subjects}${about.subject}`
    await tell(c, kindOf(told), { ...about, subject }, [...toldTo.keys()], (reader) =>
      words(toldTo.get(reader) ?? [], reader),
    )
  }
}

/** Subject and expiry of a letter; null if all of its classes are over. */
function aboutOf(told: readonly Told[], now: Instant): About | null {
  const spans = told.flatMap((one) => [one.before ?? [], one.now ?? []].flat())
  // a running class counts until its end: a reader may be on the way to it
  const times = spans.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].find((at) => at > now) ?? [])
  if (times.length === 0) return null
  return { subject: subjectOf(told), version: now, at: Math.min(...times), until: Math.max(...times) }
}

/** One class, or a whole series: a push about it replaces an earlier one about the same. */
function subjectOf(told: readonly Told[]): string {
  const [only, ...others] = told
  if (only && others.length === 0) return only.event.id
  const all = [...new Set(told.map(({ series }) => series))].toSorted()
  const [one, ...more] = all
  if (one !== undefined && more.length === 0) return one
  return createHash('sha256').update(all.join(' ')).digest('base64url').slice(0, 32)
}

// At 18 people speak for themselves: both sides are told before, and guardian links end.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayInWords } from '#kernel/clock.ts'
import { addDays, dateIn, HOUR } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { tell } from '#studio/notices/server/tell.ts'
import { letters } from '../messages/letters.ts'
import { comingOfAge, grownUpOn, GROWN_UP, TOLD_BEFORE } from '../rules.ts'
import { soonGrownUp } from './letters.ts'
import { lockLinksOf, removeLink } from './links.ts'

export const watchAges = recurring('families.comingOfAge', 6 * HOUR, async (c) => {
  // a link works while the feature is off, and so it ends then too; only letters about families are not sent
  const { families } = c.settings.sections.features
  const today = dateIn(c.settings.timeZone, c.now)
  const latest = addDays(today, TOLD_BEFORE)
  const found = await c.tx
    .selectDistinct({ id: people.id, name: people.displayName, dob: people.dob, accountId: accounts.id })
    .from(guardians)
    .innerJoin(people, and(eq(people.id, guardians.personId), isNull(people.deletedAt)))
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(sql`${people.dob} <= ${latest}::date - make_interval(years => ${GROWN_UP}::int)`)
    .orderBy(asc(people.id))
  for (const { id, name, dob, accountId } of found) {
    const due = dob === null ? 'nothing' : comingOfAge(dob, today, accountId !== null)
    if (due === 'end') await endLinksOf(c, id)
    if (families && due === 'tell' && dob !== null) await tellOf(c, { id, name, accountId, on: grownUpOn(dob) })
  }
  return false
})

/** All of a person's links, one after the other. */
export async function endLinksOf(c: CommandContext, personId: string): Promise<void> {
  for (const link of await lockLinksOf(c, personId)) await removeLink(c, link)
}

/** Tells the child if it signs in, and every guardian, whichever notices they get. */
async function tellOf(
  c: CommandContext,
  child: { id: string; name: string; accountId: string | null; on: string },
): Promise<void> {
  const links = await c.tx
    .select({ accountId: guardians.accountId })
    .from(guardians)
    .innerJoin(accounts, and(eq(accounts.id, guardians.accountId), eq(accounts.active, true)))
    .where(inArray(guardians.personId, [child.id]))
  const ids = [...links.map(({ accountId }) => accountId), ...(child.accountId === null ? [] : [child.accountId])]
  const readers = (await accountReaders(c.tx, ids)).map((reader) => ({
    ...reader,
    personId: child.id,
    of: reader.accountId === child.accountId ? null : child.name,
  }))
  const { timeZone } = c.settings
  await tell(c, soonGrownUp, { subject: child.id, version: 1 }, readers, ({ language, of }) => {
    const words = letters[language].soonGrownUp
    const day = dayInWords(language, timeZone, instantIn(timeZone, child.on, '12:00'))
    return {
      subject: of === null ? words.ownSubject(day) : words.subject(child.name, day),
      paragraphs:
        child.accountId === null
          ? [words.noSignIn(child.name)]
          : [of === null ? words.own : words.guardian(child.name), words.withSignIn],
      button: { label: words.button, path: '/account' },
      // a locked screen should not reveal the birthday
      push: { title: of === null ? words.ownTitle : words.title, body: '', path: '/account' },
    }
  })
}

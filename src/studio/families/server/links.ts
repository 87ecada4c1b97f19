import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { refuseWrong, type Rights } from '#studio/accounts/rules.ts'
import { correct } from '#studio/accounts/server/correct.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, foldedName, guardians, people } from '#studio/accounts/tables.ts'
import { forgetNoticesTo } from '#studio/notices/server/takeBack.ts'
import type { Child, families } from '../contract.ts'
import { payersChanged } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { allRights, cannotSet, checkChild, mayBeGuardian, MOST_CHILDREN } from '../rules.ts'
import { soonGrownUp } from './letters.ts'

const linkOf = (accountId: string, personId: string) =>
  and(eq(guardians.accountId, accountId), eq(guardians.personId, personId))

/** Whether the caller may be a guardian. */
export async function isGrownUp(c: CommandContext): Promise<boolean> {
  const [own] = await c.tx
    .select({ dob: people.dob })
    .from(people)
    .where(eq(people.id, c.me.personId ?? ''))
  return mayBeGuardian(own?.dob ?? null, dateIn(c.settings.timeZone, c.now))
}

/** Adds a person without a sign-in, with the caller as guardian. */
export const addChild = run(async (c, form: Child) => {
  const wrong = refuseWrong(checkChild(form, dateIn(c.settings.timeZone, c.now)))
  if (wrong) return wrong
  if (!(await isGrownUp(c))) return refuse('guardianNotGrownUp')
  const { accountId } = c.me
  // one at a time, so that each request sees the children added before it
  await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const [mine] = await c.tx.select({ count: count() }).from(guardians).where(eq(guardians.accountId, accountId))
  if ((mine?.count ?? 0) >= MOST_CHILDREN) return refuse('tooManyChildren', { most: MOST_CHILDREN })
  const child = { displayName: form.displayName.trim(), familyName: form.familyName.trim(), dob: form.dob }
  if (await isAmongTheirs(c, accountId, child)) return refuse('childAdded', { name: child.displayName })
  const personId = newId()
  await c.tx.insert(people).values({ id: personId, ...child, createdAt: c.now })
  await c.tx.insert(guardians).values({ accountId, personId, ...allRights, createdAt: c.now })
  c.log({ channel: 'auth', level: 'info', message: logLines.childAdded, metadata: { user: personId } })
  return done({ personId })
})

/** Whether a child was already added: twice it would be two people, each with part of its classes. */
async function isAmongTheirs(c: CommandContext, accountId: string, child: Child): Promise<boolean> {
  const children = c.tx.select({ id: guardians.personId }).from(guardians).where(eq(guardians.accountId, accountId))
  const named = foldedName(sql`${child.displayName}::text || ' ' || ${child.familyName}::text`)
  const [found] = await c.tx
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        inArray(people.id, children),
        eq(people.dob, child.dob),
        sql`${people.search} = ${named}`,
        isNull(people.deletedAt),
      ),
    )
  return found !== undefined
}

export const correctChild = run(async (c, input: InputOf<typeof families.correctChild>) => {
  const child = await lockPerson(c.tx, input.personId)
  const link = await lockLink(c, c.me.accountId, input.personId)
  if (!child || !link?.canBook) return refuse('linkNotFound')
  const [own] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, input.personId))
  if (own) return refuse('hasSignIn')
  const today = dateIn(c.settings.timeZone, c.now)
  return await correct(c, child, input, (form) => checkChild(form, today))
})

/** All guardians' links of a person, locked in the same order everywhere. */
export const lockLinksOf = (c: CommandContext, personId: string) =>
  c.tx.select().from(guardians).where(eq(guardians.personId, personId)).orderBy(asc(guardians.accountId)).for('update')

/** A guardian's link, locked; null where there is none. */
export async function lockLink(c: CommandContext, accountId: string, personId: string) {
  const [link] = await c.tx.select().from(guardians).where(linkOf(accountId, personId)).for('update')
  return link ?? null
}

export const setRights = run(async (c, { personId, rights }: { personId: string; rights: Rights }) => {
  // all links of the child: of two guardians who give up the right to book at once, one keeps it
  const links = await lockLinksOf(c, personId)
  const link = links.find(({ accountId }) => accountId === c.me.accountId)
  if (!link) return refuse('linkNotFound')
  const [own] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, personId))
  const others = links.filter((one) => one !== link && one.canBook).map(({ accountId }) => accountId)
  // a deactivated account books for nobody
  const [booker] = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, others), eq(accounts.active, true)))
  const refused = cannotSet(link, rights, { othersBook: booker !== undefined, signsIn: own !== undefined })
  if (refused) return refuse(refused)
  await changeRights(c, link, rights)
  return done({})
})

export async function changeRights(c: CommandContext, link: typeof guardians.$inferSelect, rights: Rights) {
  const { accountId, personId } = link
  await c.tx.update(guardians).set(rights).where(linkOf(accountId, personId))
  const metadata = { user: personId, ...rights }
  c.log({ channel: 'auth', level: 'info', message: logLines.rightsChanged, metadata })
  if (!rights.getsNotices) await forgetNoticesTo(c, link, [soonGrownUp])
  if (rights.pays !== link.pays) await c.raise(payersChanged, { personId })
}

export const endLink = run(async (c, { personId }: { personId: string }) => {
  const link = await lockLink(c, c.me.accountId, personId)
  if (!link) return refuse('linkNotFound')
  await removeLink(c, link)
  return done({})
})

export async function removeLink(c: CommandContext, link: typeof guardians.$inferSelect) {
  const { accountId, personId } = link
  await c.tx.delete(guardians).where(linkOf(accountId, personId))
  await forgetNoticesTo(c, link)
  c.log({ channel: 'auth', level: 'info', message: logLines.linkEnded, metadata: { user: personId } })
  await c.raise(payersChanged, { personId })
}

export const setDanceMyself = run(async (c, { danceMyself }: { danceMyself: boolean }) => {
  await c.tx.update(accounts).set({ danceMyself }).where(eq(accounts.id, c.me.accountId))
  return done({})
})

import { eq } from 'drizzle-orm'
import { done, refuse, type Refusal } from '#kernel/result.ts'
import { handler } from '#server/procedures.ts'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { downloadLimit } from './download.ts'
import { classesOf, cantComeOf, makeUpsOf, cancelledLateOf, waitingListsOf, coursesOf } from './held/classes.ts'
import { familyOfChild } from './held/family.ts'
import { messagesOfChild } from './held/letters.ts'
import { membershipsOf, categoriesOf, pausesOf, paymentsOfChild } from './held/money.ts'
import { iso, type HeldOfChild } from './held/shape.ts'

export const downloadChild = handler({
  limits: () => [downloadLimit],
  run: async (c): Promise<{ ok: true; value: HeldOfChild } | Refusal<'hasSignIn'>> => {
    const { accountId } = c.me
    const personId = c.subjectId
    const [own] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, personId))
    if (own) return refuse('hasSignIn')
    const [found] = await c.tx
      .select({ child: people, language: accounts.language })
      .from(people)
      .innerJoin(accounts, eq(accounts.id, accountId))
      .where(eq(people.id, personId))
    if (!found) throw new Error('The guardian or the child is gone.')
    const { child, language } = found
    const { membershipCategory: category } = child
    const held = {
      madeAt: iso(c.now),
      // without a phone number: it is often that of a guardian
      child: {
        id: child.id,
        firstName: child.displayName,
        familyName: child.familyName,
        dateOfBirth: child.dob,
        memberLevel: child.memberLevel,
        membershipCategory: category && categoryNameOf(c.settings.membershipCategories, category, language),
        createdAt: iso(child.createdAt),
      },
      classes: await classesOf(c.tx, personId),
      cantCome: await cantComeOf(c.tx, personId),
      makeUps: await makeUpsOf(c.tx, personId),
      cancelledLate: await cancelledLateOf(c.tx, personId),
      waitingLists: await waitingListsOf(c.tx, personId),
      messages: await messagesOfChild(c, personId, accountId),
      courses: await coursesOf(c.tx, personId),
      memberships: await membershipsOf(c.tx, personId),
      categories: await categoriesOf(c, personId, language),
      pauses: await pausesOf(c.tx, personId),
      payments: await paymentsOfChild(c.tx, personId, accountId),
      family: await familyOfChild(c.tx, personId, accountId),
    }
    c.log({ channel: 'auth', level: 'info', message: logLines.childDownloaded, metadata: { user: personId } })
    return done(held)
  },
})

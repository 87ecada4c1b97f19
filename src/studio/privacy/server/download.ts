import { eq } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { handler } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { creditsOfPayer } from '#studio/payments/server/credit.ts'
import { logLines } from '../messages/log.ts'
import { iso, isoOrNull, type Held } from './held/shape.ts'
import { accountOf, twoStepsSince, elsewhereOf, passkeysOf, sessionsOf, linksOf, commandsOf } from './held/account.ts'
import { noticesOf, lettersOf, messagesOf, calendarsOf, logOf } from './held/letters.ts'
import { classesOf, cantComeOf, makeUpsOf, cancelledLateOf, waitingListsOf, coursesOf } from './held/classes.ts'
import {
  membershipsOf,
  categoriesOf,
  pausesOf,
  paymentsOf,
  referencesFor,
  transfersOf,
  ticketsOf,
  papersOf,
  invoicesTo,
} from './held/money.ts'
import { familyOf, mergedOf } from './held/family.ts'
import { standInsOf, payOf } from './held/work.ts'

export const downloadLimit = { key: 'download', max: 20, per: HOUR, perCaller: true } as const

export const download = handler({
  limits: () => [downloadLimit],
  run: async (c): Promise<{ ok: true; value: Held }> => {
    const { accountId } = c.me
    const personId = c.subjectId
    const [found] = await c.tx
      .select({ account: accounts, person: people })
      .from(accounts)
      .innerJoin(people, eq(people.id, personId))
      .where(eq(accounts.id, accountId))
    if (!found) throw new Error('The caller has no account.')
    const held = {
      madeAt: iso(c.now),
      account: await accountOf(c, found.account, found.person),
      classes: await classesOf(c.tx, personId),
      cantCome: await cantComeOf(c.tx, personId),
      makeUps: await makeUpsOf(c.tx, personId),
      cancelledLate: await cancelledLateOf(c.tx, personId),
      waitingLists: await waitingListsOf(c.tx, personId),
      standIns: await standInsOf(c.tx, accountId),
      messages: await messagesOf(c.tx, accountId),
      pay: await payOf(c.tx, accountId),
      courses: await coursesOf(c.tx, personId),
      memberships: await membershipsOf(c.tx, personId),
      categories: await categoriesOf(c, personId, found.account.language),
      pauses: await pausesOf(c.tx, personId),
      payments: await paymentsOf(c.tx, personId, accountId),
      references: await referencesFor(c.tx, accountId),
      family: await familyOf(c.tx, personId, accountId),
      transfers: await transfersOf(c.tx, accountId),
      credit: (await creditsOfPayer(c.tx, accountId)).map(({ day, cents }) => ({ day, amountInCents: cents })),
      mergedRecords: await mergedOf(c.tx, personId),
      stebbyTickets: await ticketsOf(c.tx, personId),
      papers: await papersOf(c.tx, accountId),
      invoicesTo: await invoicesTo(c.tx, accountId),
      twoStepsSince: isoOrNull(await twoStepsSince(c.tx, accountId)),
      signsInElsewhere: await elsewhereOf(c.tx, accountId),
      passkeys: await passkeysOf(c.tx, accountId),
      notices: await noticesOf(c.tx, accountId),
      calendars: await calendarsOf(c.tx, accountId),
      sessions: await sessionsOf(c.tx, accountId),
      links: await linksOf(c.tx, accountId),
      letters: await lettersOf(c.tx, found.account.email),
      log: await logOf(c.tx, personId, accountId),
      commands: await commandsOf(c.tx, accountId),
    }
    c.log({ channel: 'auth', level: 'info', message: logLines.downloaded })
    return done(held)
  },
})

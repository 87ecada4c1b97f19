import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#kernel/procedures.ts'
import { done } from '#kernel/result.ts'
import { HOUR, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { commands } from '#server/commands/tables.ts'
import { outbox } from '#server/mail/tables.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { sessionEndsAt } from '#studio/accounts/server/sessions.ts'
import {
  accounts,
  credentials,
  emailLinks,
  guardians,
  passkeys,
  people,
  sessions,
  twoSteps,
} from '#studio/accounts/tables.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { bankLines } from '#studio/bank/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { feeds } from '#studio/feeds/tables.ts'
import { invitations, photoConsents } from '#studio/families/tables.ts'
import type { Channel } from '#studio/logs/rules.ts'
import { logs, writtenByOthersAbout } from '#studio/logs/tables.ts'
import { categorySpans, pauses } from '#studio/bills/tables.ts'
import { mailingReaders, mailings } from '#studio/mailings/tables.ts'
import { passEntries, purchases } from '#studio/memberships/tables.ts'
import { chosenWays, pushSubscriptions } from '#studio/notices/tables.ts'
import { freezes } from '#studio/passes/tables.ts'
import { numberOf } from '#studio/papers/rules.ts'
import { paperBuyers, papers } from '#studio/papers/tables.ts'
import { paidAmount } from '#studio/payments/rules.ts'
import { creditsOfPayer } from '#studio/payments/server/credit.ts'
import { referencesOfPayer } from '#studio/payments/server/references.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { paymentHistory, payments, receipts } from '#studio/payments/tables.ts'
import { payEntries, payLines, payRates } from '#studio/pay/tables.ts'
import { standIns } from '#studio/standIns/tables.ts'
import { merges } from '#studio/merging/tables.ts'
import { stebbyTickets } from '#studio/stebby/tables.ts'
import { absences, cancelledPlaces, lateCancellations, makeUps, registrations } from '#studio/registrations/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { providerLinks } from '#studio/signing/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { privacy } from '../contract.ts'
import { categoryNameOf, fullName } from '#studio/accounts/rules.ts'
import { logLines } from '../messages/log.ts'

type Held = AnswerOf<typeof privacy.download>
type Person = typeof people.$inferSelect
type Account = typeof accounts.$inferSelect

export const download = handler({
  limits: () => [{ key: 'download', max: 20, per: HOUR, perCaller: true }],
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

const iso = (instant: Instant): string => new Date(instant).toISOString()
const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant))

type InIso<Row, Key> = {
  [Name in keyof Row]: Name extends Key ? (Row[Name] extends Instant ? string : string | null) : Row[Name]
}

/** Rows with the instants of these columns in ISO format. */
const inIso = <Row extends object, Key extends keyof Row>(rows: readonly Row[], ...keys: Key[]) =>
  rows.map((row) => {
    const dated = keys.map((key) => [key, isoOrNull(row[key] as Instant | null)])
    return { ...row, ...Object.fromEntries(dated) } as InIso<Row, Key>
  })

async function accountOf({ tx, settings }: CommandContext, account: Account, person: Person): Promise<Held['account']> {
  const [credential] = await tx
    .select({ changedAt: credentials.changedAt })
    .from(credentials)
    .where(eq(credentials.accountId, account.id))
  return {
    id: person.id,
    firstName: person.displayName,
    familyName: person.familyName,
    email: account.email,
    dateOfBirth: person.dob,
    phone: person.phone,
    role: account.role,
    memberLevel: person.memberLevel,
    // the name, as an id means nothing outside the studio
    membershipCategory:
      person.membershipCategory &&
      categoryNameOf(settings.membershipCategories, person.membershipCategory, account.language),
    language: account.language,
    createdAt: iso(account.createdAt),
    emailVerifiedAt: isoOrNull(account.emailVerifiedAt),
    lastLogin: isoOrNull(account.lastLogin),
    deletionAskedAt: isoOrNull(person.deletionAskedAt),
    acceptedTermsAt: isoOrNull(account.acceptedTermsAt),
    passwordChangedAt: isoOrNull(credential?.changedAt ?? null),
  }
}

/** Booked classes, including cancelled ones, and classes attended by a membership category. */
async function classesOf(tx: Tx, userId: string): Promise<Held['classes']> {
  const of = (table: typeof registrations | typeof attendance) =>
    tx.select({ id: table.scheduleId }).from(table).where(eq(table.userId, userId))
  const cancelled = tx
    .select({ id: cancelledPlaces.scheduleId })
    .from(cancelledPlaces)
    .where(eq(cancelledPlaces.personId, userId))
  const found = await tx
    .select({
      name: schedule.className,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
      cancelledAt: schedule.cancelledAt,
      registeredAt: registrations.createdAt,
      purchaseId: registrations.userMembershipId,
      makeUpId: registrations.makeUpId,
      membership: purchases.membershipName,
      attendance: attendance.value,
    })
    .from(schedule)
    .leftJoin(registrations, and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, userId)))
    .leftJoin(attendance, and(eq(attendance.scheduleId, schedule.id), eq(attendance.userId, userId)))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .where(inArray(schedule.id, union(of(registrations), of(attendance), cancelled)))
    .orderBy(desc(schedule.startsAt), asc(schedule.id))
  const entries = found.map(({ cancelledAt, purchaseId, makeUpId, ...entry }) => {
    const cancelled = cancelledAt !== null
    const unregistered = cancelled ? null : ('included' as const)
    const paid =
      makeUpId !== null ? ('makeUp' as const) : purchaseId !== null ? ('membership' as const) : ('dropIn' as const)
    return { ...entry, cancelled, paidBy: entry.registeredAt === null ? unregistered : paid }
  })
  return inIso(entries, 'startsAt', 'endsAt', 'registeredAt')
}

async function cantComeOf(tx: Tx, userId: string): Promise<Held['cantCome']> {
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, saidAt: absences.at })
    .from(absences)
    .innerJoin(schedule, eq(schedule.id, absences.scheduleId))
    .where(eq(absences.userId, userId))
    .orderBy(desc(absences.at))
  return inIso(found, 'startsAt', 'saidAt')
}

async function makeUpsOf(tx: Tx, userId: string): Promise<Held['makeUps']> {
  const { className: name, startsAt, validUntil, takenBackAt } = makeUps
  const found = await tx
    .select({ name, startsAt, validUntil, usedFor: schedule.className, takenBackAt })
    .from(makeUps)
    .leftJoin(schedule, eq(schedule.id, makeUps.usedFor))
    .where(eq(makeUps.userId, userId))
    .orderBy(desc(startsAt), asc(makeUps.id))
  return inIso(found, 'startsAt', 'takenBackAt')
}

async function cancelledLateOf(tx: Tx, userId: string): Promise<Held['cancelledLate']> {
  const { at, forgivenAt, reason } = lateCancellations
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, cancelledAt: at, forgivenAt, reason })
    .from(lateCancellations)
    .innerJoin(schedule, eq(schedule.id, lateCancellations.scheduleId))
    .where(eq(lateCancellations.userId, userId))
    .orderBy(desc(at))
  return inIso(found, 'startsAt', 'cancelledAt', 'forgivenAt')
}

async function categoriesOf(
  { tx, settings }: CommandContext,
  userId: string,
  language: Account['language'],
): Promise<Held['categories']> {
  const found = await tx
    .select()
    .from(categorySpans)
    .where(eq(categorySpans.personId, userId))
    .orderBy(asc(categorySpans.id))
  return found.map(({ categoryId, since, until }) => ({
    name: categoryNameOf(settings.membershipCategories, categoryId, language),
    since,
    until,
  }))
}

const pausesOf = (tx: Tx, userId: string): Promise<Held['pauses']> =>
  tx
    .select({ from: pauses.from, until: pauses.until, reason: pauses.reason })
    .from(pauses)
    .where(eq(pauses.personId, userId))
    .orderBy(asc(pauses.from))

async function waitingListsOf(tx: Tx, userId: string): Promise<Held['waitingLists']> {
  const { joinedAt, state, endedAt } = waiting
  const found = await tx
    .select({ className: schedule.className, courseName: courses.name, joinedAt, state, endedAt })
    .from(waiting)
    .leftJoin(schedule, eq(schedule.id, waiting.scheduleId))
    .leftJoin(courses, eq(courses.id, waiting.courseId))
    .where(eq(waiting.userId, userId))
    .orderBy(desc(joinedAt), asc(waiting.id))
  const rows = found.map(({ className, courseName, ...row }) => ({ ...row, name: className ?? courseName ?? '' }))
  return inIso(rows, 'joinedAt', 'endedAt')
}

async function standInsOf(tx: Tx, accountId: string): Promise<Held['standIns']> {
  const { teacherId, askedAt, state } = standIns
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, teacherId, askedAt, state })
    .from(standIns)
    .innerJoin(schedule, eq(schedule.id, standIns.scheduleId))
    .where(or(eq(teacherId, accountId), eq(standIns.offeredBy, accountId)))
    .orderBy(desc(askedAt), asc(standIns.id))
  const rows = found.map(({ teacherId, ...row }) => {
    const as: 'teacher' | 'standIn' = teacherId === accountId ? 'teacher' : 'standIn'
    return { ...row, as }
  })
  return inIso(rows, 'startsAt', 'askedAt')
}

async function messagesOf(tx: Tx, accountId: string): Promise<Held['messages']> {
  const { title, subject, text, createdAt, authorId, search } = mailings
  const got = tx
    .select({ id: mailingReaders.mailingId })
    .from(mailingReaders)
    .where(eq(mailingReaders.accountId, accountId))
  const found = await tx
    .select({ title, search, subject, text, at: createdAt, authorId })
    .from(mailings)
    .where(or(eq(authorId, accountId), inArray(mailings.id, got)))
    .orderBy(desc(createdAt), asc(mailings.id))
  const rows = found.map(({ authorId, title, search, ...row }) => {
    const as: 'author' | 'reader' = authorId === accountId ? 'author' : 'reader'
    // the search that found the recipients is shown only to its author
    return { ...row, to: search !== null && as === 'reader' ? '' : title, as }
  })
  return inIso(rows, 'at')
}

async function payOf(tx: Tx, accountId: string): Promise<Held['pay']> {
  const rates = await tx
    .select({
      from: payRates.from,
      baseInCents: payRates.base,
      perHeadInCents: payRates.perHead,
      mostInCents: payRates.most,
    })
    .from(payRates)
    .where(eq(payRates.accountId, accountId))
    .orderBy(desc(payRates.from))
  const taught = await tx
    .select({ name: payEntries.title, startsAt: payEntries.startsAt })
    .from(payEntries)
    .where(eq(payEntries.accountId, accountId))
    .orderBy(desc(payEntries.startsAt), asc(payEntries.id))
  const { month, heads, cents: amountInCents } = payLines
  const lines = await tx
    .select({ month, name: payEntries.title, startsAt: payEntries.startsAt, heads, amountInCents })
    .from(payLines)
    .innerJoin(payEntries, eq(payEntries.id, payLines.entryId))
    .where(eq(payEntries.accountId, accountId))
    .orderBy(desc(month), asc(payEntries.startsAt), asc(payLines.id))
  return { rates, taught: inIso(taught, 'startsAt'), lines: inIso(lines, 'startsAt') }
}

async function coursesOf(tx: Tx, userId: string): Promise<Held['courses']> {
  const found = await tx
    .select({
      name: courses.name,
      startDate: courses.startDate,
      endDate: courses.endDate,
      registeredAt: courseRegistrations.createdAt,
    })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(eq(courseRegistrations.userId, userId))
    .orderBy(desc(courses.startDate), asc(courses.id))
  return inIso(found, 'registeredAt')
}

async function membershipsOf(tx: Tx, userId: string): Promise<Held['memberships']> {
  const found = await tx
    .select({ ...getTableColumns(purchases), name: purchases.membershipName, boughtAt: purchases.createdAt })
    .from(purchases)
    .where(eq(purchases.userId, userId))
    .orderBy(desc(purchases.createdAt), asc(purchases.id))
  const lines = await tx
    .select(getTableColumns(passEntries))
    .from(passEntries)
    .innerJoin(purchases, eq(purchases.id, passEntries.purchaseId))
    .where(eq(purchases.userId, userId))
    .orderBy(asc(passEntries.id))
  const bookOf = (id: string) =>
    inIso(
      lines.filter(({ purchaseId }) => purchaseId === id),
      'at',
      'validUntil',
    )
  const days = await tx.select().from(freezes).where(eq(freezes.userId, userId)).orderBy(asc(freezes.askedAt))
  const freezesOf = (id: string) => days.filter(({ purchaseId }) => purchaseId === id)
  const passes = found.map((pass) => ({ ...pass, book: bookOf(pass.id), freezes: freezesOf(pass.id) }))
  return inIso(passes, 'validFrom', 'validUntil', 'boughtAt')
}

async function paymentsOf(tx: Tx, userId: string, accountId: string): Promise<Held['payments']> {
  const theirs = or(eq(payments.userId, userId), eq(payments.payerId, accountId))
  const found = await tx
    .select(paymentColumns)
    .from(payments)
    .where(theirs)
    .orderBy(desc(payments.createdAt), asc(payments.id))
  const ids = tx.select({ id: payments.id }).from(payments).where(theirs)
  const changes = await tx
    .select()
    .from(paymentHistory)
    .where(inArray(paymentHistory.paymentId, ids))
    .orderBy(asc(paymentHistory.id))
  const money = await tx
    .select()
    .from(receipts)
    .where(and(inArray(receipts.paymentId, ids), isNull(receipts.undoneAt)))
    .orderBy(asc(receipts.id))
  return found.map(paymentOf).map((payment) => ({
    id: payment.id,
    item: payment.item,
    description: payment.description,
    priceInCents: payment.price,
    amountInCents: paidAmount(payment),
    letGoInCents: payment.status === 'confirmed' ? payment.letGo : 0,
    method: payment.paymentMethod,
    status: payment.status,
    deadline: iso(payment.deadline),
    coverMember: payment.coverMember,
    discountCode: payment.discountCode,
    discount: payment.discount,
    siblingPercent: payment.siblingPercent,
    createdAt: iso(payment.createdAt),
    receipts: money
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ day, cents, way }) => ({ day, amountInCents: cents, method: way })),
    history: changes
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ at, byUserId, toStatus, reason }) => ({
        at: iso(at),
        by: byWhom(byUserId, accountId),
        status: toStatus,
        reason,
      })),
  }))
}

async function transfersOf(tx: Tx, accountId: string): Promise<Held['transfers']> {
  const { day, cents, name, iban, text } = bankLines
  return await tx
    .select({ day, amountInCents: cents, name, iban, text })
    .from(bankLines)
    .where(eq(bankLines.payerId, accountId))
    .orderBy(desc(day), asc(bankLines.id))
}

async function mergedOf(tx: Tx, personId: string): Promise<Held['mergedRecords']> {
  const found = await tx
    .select({ at: merges.at, before: merges.before, email: sql<string>`coalesce(${accounts.email}, '')` })
    .from(merges)
    .leftJoin(accounts, sql`${accounts.id} = ${merges.before} -> 'account' ->> 'accountId'`)
    .where(and(eq(merges.keptId, personId), isNotNull(merges.before)))
    .orderBy(asc(merges.at), asc(merges.id))
  return found.flatMap(({ at, before, email }) => {
    if (!before) return []
    const { dob: dateOfBirth, phone } = before.gone
    return [{ mergedAt: iso(at), name: fullName(before.gone), email, dateOfBirth, phone }]
  })
}

async function ticketsOf(tx: Tx, personId: string): Promise<Held['stebbyTickets']> {
  const { code, service, holder, worth, typedAt } = stebbyTickets
  const found = await tx
    .select({ code, service, holder, amountInCents: worth, since: typedAt })
    .from(stebbyTickets)
    .innerJoin(payments, eq(payments.id, stebbyTickets.paymentId))
    .where(eq(payments.userId, personId))
    .orderBy(desc(typedAt), asc(code))
  return found.map(({ since, ...ticket }) => ({ ...ticket, since: iso(since) }))
}

/** Other people only by name. */
async function familyOf(tx: Tx, personId: string, accountId: string): Promise<Held['family']> {
  const { canBook, pays, getsNotices, createdAt: since } = guardians
  const link = { displayName: people.displayName, familyName: people.familyName, canBook, pays, getsNotices, since }
  const children = await tx
    .select(link)
    .from(guardians)
    .innerJoin(people, eq(people.id, guardians.personId))
    .where(eq(guardians.accountId, accountId))
    .orderBy(asc(since), asc(guardians.personId))
  const acting = await tx
    .select(link)
    .from(guardians)
    .innerJoin(accounts, eq(accounts.id, guardians.accountId))
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(eq(guardians.personId, personId))
    .orderBy(asc(since), asc(guardians.accountId))
  const asked = await tx
    .select({
      email: invitations.email,
      sentAt: invitations.createdAt,
      acceptedAt: invitations.acceptedAt,
      declinedAt: invitations.declinedAt,
    })
    .from(invitations)
    .where(eq(invitations.accountId, accountId))
    .orderBy(desc(invitations.createdAt))
  const said = await tx
    .select({
      displayName: people.displayName,
      familyName: people.familyName,
      allowed: photoConsents.allowed,
      since: photoConsents.at,
    })
    .from(photoConsents)
    .innerJoin(people, eq(people.id, photoConsents.personId))
    .where(or(eq(photoConsents.accountId, accountId), eq(photoConsents.personId, personId)))
    .orderBy(desc(photoConsents.at))
  const named = ({ displayName, familyName, ...rest }: (typeof children)[number]) => ({
    name: fullName({ displayName, familyName }),
    ...rest,
  })
  return {
    children: inIso(children.map(named), 'since'),
    guardians: inIso(acting.map(named), 'since'),
    invitations: inIso(asked, 'sentAt', 'acceptedAt', 'declinedAt'),
    photos: inIso(
      said.map(({ displayName, familyName, ...rest }) => ({ name: fullName({ displayName, familyName }), ...rest })),
      'since',
    ),
  }
}

async function referencesFor(tx: Tx, accountId: string): Promise<Held['references']> {
  const found = await referencesOfPayer(tx, accountId)
  return found.map(({ reference, createdAt }) => ({ reference, since: iso(createdAt) }))
}

async function papersOf(tx: Tx, accountId: string): Promise<Held['papers']> {
  const found = await tx
    .select()
    .from(papers)
    .where(and(eq(papers.payerId, accountId), isNotNull(papers.content)))
    .orderBy(desc(papers.createdAt), desc(papers.number))
  return found.map(({ series, year, number, day, cents, content }) => ({
    number: numberOf(series, year, number),
    day,
    amountInCents: cents,
    content: content ?? '',
  }))
}

async function invoicesTo(tx: Tx, accountId: string): Promise<Held['invoicesTo']> {
  const { name, registryCode, address } = paperBuyers
  const [found] = await tx
    .select({ name, registryCode, address })
    .from(paperBuyers)
    .where(eq(paperBuyers.payerId, accountId))
  return found ?? null
}

const byWhom = (actor: string | null, accountId: string) => (actor === accountId ? 'you' : 'studio')

async function twoStepsSince(tx: Tx, accountId: string): Promise<Instant | null> {
  const [found] = await tx.select({ at: twoSteps.confirmedAt }).from(twoSteps).where(eq(twoSteps.accountId, accountId))
  return found?.at ?? null
}

async function elsewhereOf(tx: Tx, accountId: string): Promise<Held['signsInElsewhere']> {
  const { issuer, subject, createdAt } = providerLinks
  const found = await tx
    .select({ issuer, subject, createdAt })
    .from(providerLinks)
    .where(eq(providerLinks.accountId, accountId))
  return inIso(found, 'createdAt')
}

async function passkeysOf(tx: Tx, accountId: string): Promise<Held['passkeys']> {
  const { name, createdAt, lastUsedAt } = passkeys
  const found = await tx.select({ name, createdAt, lastUsedAt }).from(passkeys).where(eq(passkeys.accountId, accountId))
  return inIso(found, 'createdAt', 'lastUsedAt')
}

/** Without the keys of the push subscriptions. */
async function noticesOf(tx: Tx, accountId: string): Promise<Held['notices']> {
  const { kind, way } = chosenWays
  const ways = await tx.select({ kind, way }).from(chosenWays).where(eq(chosenWays.accountId, accountId))
  const devices = await tx
    .select({ device: sessions.deviceInfo, turnedOnAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.accountId, accountId))
  return { ways, pushedTo: inIso(devices, 'turnedOnAt') }
}

/** Without the secret addresses. */
async function calendarsOf(tx: Tx, accountId: string): Promise<Held['calendars']> {
  const found = await tx
    .select({ kind: feeds.kind, madeAt: feeds.createdAt })
    .from(feeds)
    .where(eq(feeds.accountId, accountId))
    .orderBy(asc(feeds.kind))
  return inIso(found, 'madeAt')
}

async function sessionsOf(tx: Tx, accountId: string): Promise<Held['sessions']> {
  const found = await tx
    .select({ session: sessions, endsAt: sessionEndsAt })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.createdAt))
  return found.map(({ session, endsAt }) => ({
    device: session.deviceInfo,
    signedIn: session.status === 'active',
    startedAt: iso(session.createdAt),
    lastUsedAt: isoOrNull(session.lastUsedAt),
    // the record of the registration never expires
    expiresAt: session.status === 'active' ? isoOrNull(endsAt) : null,
  }))
}

async function linksOf(tx: Tx, accountId: string): Promise<Held['links']> {
  const { purpose, address, createdAt, expiresAt, usedAt } = emailLinks
  const found = await tx
    .select({ purpose, address, sentAt: createdAt, expiresAt, usedAt })
    .from(emailLinks)
    .where(eq(emailLinks.accountId, accountId))
    .orderBy(desc(createdAt))
  return inIso(found, 'sentAt', 'expiresAt', 'usedAt')
}

/** Without the texts: a waiting letter may have a link that only its mailbox may open. */
async function lettersOf(tx: Tx, email: string): Promise<Held['letters']> {
  const { subject, createdAt, sentAt } = outbox
  const found = await tx
    .select({ subject, createdAt, sentAt })
    .from(outbox)
    .where(eq(outbox.toAddress, email))
    .orderBy(desc(outbox.id))
  return inIso(found, 'createdAt', 'sentAt')
}

/** Without the metadata of a line, which may be about others. */
async function logOf(tx: Tx, personId: string, accountId: string): Promise<Held['log']> {
  const found = await tx
    .select()
    .from(logs)
    .where(or(eq(logs.userId, accountId), writtenByOthersAbout(personId)))
    .orderBy(desc(logs.id))
  return found.map((line) => ({
    at: iso(line.createdAt),
    channel: line.channel as Channel,
    level: line.level,
    message: line.message,
    messageEt: line.messageEt,
    count: line.count,
    lastAt: isoOrNull(line.lastAt),
    by: byWhom(line.userId, accountId),
  }))
}

async function commandsOf(tx: Tx, accountId: string): Promise<Held['commands']> {
  const found = await tx.select().from(commands).where(eq(commands.actor, accountId)).orderBy(desc(commands.at))
  return found.map(({ name, at }) => ({ name, at: iso(at) }))
}

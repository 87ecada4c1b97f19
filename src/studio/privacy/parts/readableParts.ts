import { html, type Markup } from '#kernel/markup.ts'
import { capital, type Language } from '#kernel/messages.ts'
import type { Rights } from '#studio/accounts/rules.ts'
import { texts as familyTexts } from '#studio/families/messages.ts'
import { rightNames } from '#studio/families/rules.ts'
import { texts as feedTexts } from '#studio/feeds/messages.ts'
import { lineIn } from '#studio/logs/rules.ts'
import { texts as noticeTexts } from '#studio/notices/messages.ts'
import { texts as bookTexts } from '#studio/passes/messages.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { reasons } from '#studio/payments/messages/reasons.ts'
import { stateTexts } from '#studio/waiting/messages/states.ts'
import type { Formats } from '#web/format.ts'
import type { Held, HeldOfChild } from '../contract.ts'
import { deeds } from '../messages/deeds.ts'
import { readableTexts } from '../messages/readable.ts'

type Cell = string | Markup | null
/** One part of the file: column headings and rows. */
export interface Part {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What is held about a person, with or without an account. */
type HeldAbout = Pick<Held, Extract<keyof Held, Exclude<keyof HeldOfChild, 'family'>>>

/** Texts and date formats of a language, used by all parts. */
type Reader = ReturnType<typeof readerOf>

/** All personal data of a member, in the order of the page. */
export function partsOf(held: Held, language: Language, formats: Formats): Part[] {
  const reader = readerOf(language, formats)
  return [
    accountPart(held, reader),
    ...classParts(held, reader),
    standInPart(held, reader),
    messagePart(held, reader),
    ...payParts(held, reader),
    coursePart(held, reader),
    membershipPart(held, reader),
    paymentPart(held, reader),
    familyPart(held, reader),
    ...feeParts(held, reader),
    ...bankParts(held, reader),
    mergedPart(held, reader),
    ticketPart(held, reader),
    ...paperParts(held, reader),
    ...signInParts(held, reader),
    ...noticeParts(held, reader),
    calendarPart(held, reader),
    sessionPart(held, reader),
    ...letterParts(held, reader),
    ...logParts(held, reader),
  ]
}

/** The data of a child, in the same order. */
export function partsOfChild(held: HeldOfChild, language: Language, formats: Formats): Part[] {
  const reader = readerOf(language, formats)
  return [
    childPart(held, reader),
    ...classParts(held, reader),
    messagePart(held, reader),
    coursePart(held, reader),
    membershipPart(held, reader),
    paymentPart(held, reader),
    childFamilyPart(held, reader),
    ...feeParts(held, reader),
  ]
}

function readerOf(language: Language, formats: Formats) {
  return {
    language,
    t: readableTexts[language],
    pay: paymentTexts[language],
    book: bookTexts[language],
    formats,
    moment: (iso: string | null) => iso && formats.stamp(Date.parse(iso)),
  }
}

/** The word for a stored name; the name itself if there is none. */
const wordOf = <K extends string>(words: Readonly<Record<K, string>>, name: string): string =>
  Object.hasOwn(words, name) ? words[name as K] : name

function accountPart({ account, twoStepsSince }: Held, { t, formats, moment }: Reader): Part {
  return {
    title: t.account,
    columns: [],
    rows: [
      [t.firstName, account.firstName],
      [t.familyName, account.familyName],
      [t.email, account.email],
      [t.dateOfBirth, account.dateOfBirth && formats.dateOfYear(account.dateOfBirth)],
      [t.phone, account.phone],
      [t.twoStepsSince, twoStepsSince && moment(twoStepsSince)],
      [t.role, t.roles[account.role]],
      [t.memberLevel, account.memberLevel],
      [t.membershipCategory, account.membershipCategory],
      [t.language, wordOf(t.languages, account.language)],
      ['ID', account.id],
      [t.createdAt, moment(account.createdAt)],
      [t.emailVerifiedAt, moment(account.emailVerifiedAt)],
      [t.lastLogin, moment(account.lastLogin)],
      [t.acceptedTermsAt, moment(account.acceptedTermsAt)],
      [t.passwordChangedAt, moment(account.passwordChangedAt)],
      [t.deletionAskedAt, moment(account.deletionAskedAt)],
    ],
  }
}

function childPart({ child }: HeldOfChild, { t, formats, moment }: Reader): Part {
  return {
    title: t.child,
    columns: [],
    rows: [
      [t.firstName, child.firstName],
      [t.familyName, child.familyName],
      [t.dateOfBirth, child.dateOfBirth && formats.dateOfYear(child.dateOfBirth)],
      [t.memberLevel, child.memberLevel],
      [t.membershipCategory, child.membershipCategory],
      ['ID', child.id],
      [t.createdAt, moment(child.createdAt)],
    ],
  }
}

function classParts(held: HeldAbout, { language, t, formats, moment }: Reader): Part[] {
  return [
    {
      title: t.classes,
      columns: [t.class, t.when, t.registeredAt, t.paidBy, t.attendance],
      rows: held.classes.map((one) => [
        one.cancelled ? `${one.name} (${t.cancelled})` : one.name,
        moment(one.startsAt),
        moment(one.registeredAt),
        one.membership ?? (one.paidBy && t.paidWith[one.paidBy]),
        one.attendance && (one.attendance === 'attended' ? t.attended : t.noShow),
      ]),
    },
    {
      title: t.cantCome,
      columns: [t.class, t.when, t.saidAt],
      rows: held.cantCome.map((one) => [one.name, moment(one.startsAt), moment(one.saidAt)]),
    },
    {
      title: t.makeUps,
      columns: [t.class, t.when, t.validUntil, t.usedFor, t.takenBackAt],
      rows: held.makeUps.map((one) => [
        one.name,
        moment(one.startsAt),
        formats.dateOfYear(one.validUntil),
        one.usedFor,
        moment(one.takenBackAt),
      ]),
    },
    {
      title: t.cancelledLate,
      columns: [t.class, t.when, t.cancelledAt, t.forgivenAt, t.reason],
      rows: held.cancelledLate.map((one) => [
        one.name,
        moment(one.startsAt),
        moment(one.cancelledAt),
        moment(one.forgivenAt),
        one.reason,
      ]),
    },
    {
      title: t.waitingLists,
      columns: [t.waitedFor, t.joinedAt, t.status, t.endedAt],
      rows: held.waitingLists.map((one) => [
        one.name,
        moment(one.joinedAt),
        stateTexts[language][one.state],
        moment(one.endedAt),
      ]),
    },
  ]
}

function standInPart(held: Held, { t, moment }: Reader): Part {
  return {
    title: t.standIns,
    columns: [t.waitedFor, t.when, t.askedAt, t.status],
    rows: held.standIns.map((one) => [
      one.name,
      moment(one.startsAt),
      moment(one.askedAt),
      `${t.standInAs[one.as]} · ${t.standInStates[one.state]}`,
    ]),
  }
}

function messagePart(held: HeldAbout, { t, moment }: Reader): Part {
  return {
    title: t.messages,
    columns: [t.when, t.messageTo, t.messageSubject, t.messageText],
    rows: held.messages.map((one) => [
      moment(one.at),
      [t.messageAs[one.as], one.to].filter(Boolean).join(' · '),
      one.subject,
      one.text,
    ]),
  }
}

function payParts(held: Held, { t, formats, moment }: Reader): Part[] {
  return [
    {
      title: t.payRates,
      columns: [t.payFrom, t.payBase, t.payPerHead, t.payMost],
      rows: held.pay.rates.map((one) => [
        formats.dateOfYear(one.from),
        formats.euros(one.baseInCents),
        formats.euros(one.perHeadInCents),
        one.mostInCents === null ? '' : formats.euros(one.mostInCents),
      ]),
    },
    {
      title: t.taught,
      columns: [t.waitedFor, t.when],
      rows: held.pay.taught.map((one) => [one.name, moment(one.startsAt)]),
    },
    {
      title: t.payLines,
      columns: [t.payMonth, t.waitedFor, t.when, t.payHeads, t.paySum],
      rows: held.pay.lines.map((one) => [
        one.month,
        one.name,
        moment(one.startsAt),
        String(one.heads),
        formats.euros(one.amountInCents),
      ]),
    },
  ]
}

function coursePart(held: HeldAbout, { t, formats, moment }: Reader): Part {
  return {
    title: t.courses,
    columns: [t.course, t.when, t.registeredAt],
    rows: held.courses.map((one) => [
      one.name,
      `${formats.dateOfYear(one.startDate)} – ${formats.dateOfYear(one.endDate)}`,
      moment(one.registeredAt),
    ]),
  }
}

function passStatus(pass: Held['memberships'][number], now: string, t: Reader['t']): string {
  if (pass.status === 'cancelled') return t.statuses.cancelled
  if (pass.validUntil <= now) return t.expired
  return leftOf(pass) === 0 ? t.usedUp : t.statuses.active
}

function membershipPart(held: HeldAbout, { t, book, formats, moment }: Reader): Part {
  return {
    title: t.memberships,
    columns: [t.membership, t.used, t.validUntil, t.status, t.createdAt, t.history],
    rows: held.memberships.map((one) => [
      one.name,
      `${one.classesUsed}/${one.classLimit}`,
      moment(one.validUntil),
      passStatus(one, held.madeAt, t),
      moment(one.boughtAt),
      [
        ...one.freezes.map(({ state, firstDay, lastDay, reason, answer }) =>
          [t.freezes[state], `${formats.dateOfYear(firstDay)} – ${formats.dateOfYear(lastDay)}`, reason, answer]
            .filter(Boolean)
            .join(' '),
        ),
        ...one.book.map(({ at, kind, className, remaining, reason }) =>
          [moment(at), book.kinds[kind], className, reason, t.left(remaining)].filter(Boolean).join(' '),
        ),
      ].join('; '),
    ]),
  }
}

function paymentPart(held: HeldAbout, { language, t, pay, formats, moment }: Reader): Part {
  return {
    title: t.payments,
    columns: [
      t.item,
      t.price,
      t.amount,
      t.letGo,
      t.method,
      t.discountCode,
      t.status,
      t.createdAt,
      t.receipts,
      t.history,
    ],
    rows: held.payments.map((one) => [
      `${one.description} (${pay.items[one.item]})`,
      formats.euros(one.priceInCents),
      one.amountInCents === null ? null : formats.euros(one.amountInCents),
      one.letGoInCents === 0 ? null : formats.euros(one.letGoInCents),
      pay.methods[one.method],
      one.discountCode,
      pay.statuses[one.status],
      moment(one.createdAt),
      one.receipts
        .map(
          ({ day, amountInCents, method }) =>
            `${formats.dateOfYear(day)} ${formats.euros(amountInCents)} (${method === 'credit' ? pay.credit : pay.methods[method]})`,
        )
        .join('; '),
      one.history
        .map(({ at, by, reason }) => `${moment(at)} ${capital(wordOf(reasons[language], reason))} (${t.who[by]})`)
        .join('; '),
    ]),
  }
}

function familyPart(held: Held, { language, t, moment }: Reader): Part {
  const { rights } = familyTexts[language]
  const rightsOf = (one: Rights) =>
    rightNames
      .filter((name) => one[name])
      .map((name) => rights[name])
      .join(', ')
  return {
    title: t.family,
    columns: [],
    rows: [
      ...held.family.children.map((one) => [t.myChild, one.name, rightsOf(one), moment(one.since)]),
      ...held.family.guardians.map((one) => [t.myGuardian, one.name, rightsOf(one), moment(one.since)]),
      ...held.family.photos.map((one) => [t.photos, one.name, one.allowed ? t.yes : t.no, moment(one.since)]),
      ...held.family.invitations.map((one) => [t.invited, one.email, '', moment(one.sentAt)]),
    ],
  }
}

function childFamilyPart({ family }: HeldOfChild, { t, moment }: Reader): Part {
  return {
    title: t.family,
    columns: [],
    rows: [
      ...family.guardians.map((one) => [t.guardian, one.name, moment(one.since)]),
      ...family.photos.map((one) => [
        t.photos,
        `${one.allowed ? t.yes : t.no} (${t.whoOfFamily[one.by]})`,
        moment(one.since),
      ]),
    ],
  }
}

function feeParts(held: HeldAbout, { t, formats }: Reader): Part[] {
  return [
    {
      title: t.categories,
      columns: [t.membershipCategory, t.since, t.until],
      rows: held.categories.map((one) => [
        one.name,
        one.since && formats.dateOfYear(one.since),
        one.until && formats.dateOfYear(one.until),
      ]),
    },
    {
      title: t.pauses,
      columns: [t.since, t.until, t.reason],
      rows: held.pauses.map((one) => [formats.dateOfYear(one.from), formats.dateOfYear(one.until), one.reason]),
    },
  ]
}

function bankParts(held: Held, { t, pay, formats, moment }: Reader): Part[] {
  return [
    {
      title: t.references,
      columns: [pay.reference, t.createdAt],
      rows: held.references.map((one) => [one.reference, moment(one.since)]),
    },
    {
      title: t.transfers,
      columns: [t.createdAt, t.amount, pay.payer, pay.iban, pay.explanation],
      rows: held.transfers.map((one) => [
        formats.dateOfYear(one.day),
        formats.euros(one.amountInCents),
        one.name,
        one.iban,
        one.text,
      ]),
    },
    {
      title: pay.credit,
      columns: [t.createdAt, t.amount],
      rows: held.credit.map((one) => [formats.dateOfYear(one.day), formats.euros(one.amountInCents)]),
    },
  ]
}

function mergedPart(held: Held, { t, formats, moment }: Reader): Part {
  return {
    title: t.mergedRecords,
    columns: [t.mergedAt, t.holder, t.mergedFacts],
    rows: held.mergedRecords.map((one) => [
      moment(one.mergedAt),
      one.name,
      [one.email, one.phone, one.dateOfBirth && formats.dateOfYear(one.dateOfBirth)].filter(Boolean).join(', '),
    ]),
  }
}

function ticketPart(held: Held, { t, formats, moment }: Reader): Part {
  return {
    title: t.stebbyTickets,
    columns: [t.createdAt, t.ticketCode, t.service, t.holder, t.amount],
    rows: held.stebbyTickets.map((one) => [
      moment(one.since),
      one.code,
      one.service,
      one.holder,
      one.amountInCents === null ? null : formats.euros(one.amountInCents),
    ]),
  }
}

function paperParts(held: Held, { t, formats }: Reader): Part[] {
  return [
    {
      title: t.papers,
      columns: [t.paper, t.createdAt, t.amount],
      rows: held.papers.map((one) => [one.number, formats.dateOfYear(one.day), formats.euros(one.amountInCents)]),
    },
    {
      title: t.invoicesTo,
      columns: [],
      rows: held.invoicesTo
        ? Object.values(held.invoicesTo)
            .filter(Boolean)
            .map((text) => [text])
        : [],
    },
  ]
}

function signInParts(held: Held, { t, moment }: Reader): Part[] {
  return [
    {
      title: t.passkeys,
      columns: [t.device, t.startedAt, t.lastUsedAt],
      rows: held.passkeys.map((one) => [one.name, moment(one.createdAt), moment(one.lastUsedAt)]),
    },
    {
      title: t.signsInElsewhere,
      columns: [t.provider, t.startedAt],
      rows: held.signsInElsewhere.map((one) => [`${one.issuer} (${one.subject})`, moment(one.createdAt)]),
    },
  ]
}

function noticeParts(held: Held, { language, t, moment }: Reader): Part[] {
  const told = noticeTexts[language]
  return [
    {
      title: told.title,
      columns: [t.purpose, t.method],
      rows: held.notices.ways.map((one) => [told.kinds[one.kind], told.ways[one.way]]),
    },
    {
      title: t.pushedTo,
      columns: [t.device, t.startedAt],
      rows: held.notices.pushedTo.map((one) => [one.device, moment(one.turnedOnAt)]),
    },
  ]
}

function calendarPart(held: Held, { language, t, moment }: Reader): Part {
  const { kinds } = feedTexts[language]
  return {
    title: t.calendars,
    columns: [t.calendar, t.startedAt],
    rows: held.calendars.map((one) => [kinds[one.kind], moment(one.madeAt)]),
  }
}

function sessionPart(held: Held, { t, moment }: Reader): Part {
  return {
    title: t.sessions,
    columns: [t.device, t.startedAt, t.lastUsedAt, t.expiresAt],
    rows: held.sessions.map((one) => [
      `${wordOf(t.devices, one.device)}${one.signedIn ? '' : ` (${t.registration})`}`,
      moment(one.startedAt),
      moment(one.lastUsedAt),
      moment(one.expiresAt),
    ]),
  }
}

function letterParts(held: Held, { t, moment }: Reader): Part[] {
  return [
    {
      title: t.links,
      columns: [t.purpose, t.sentAt, t.expiresAt, t.usedAt],
      rows: held.links.map((one) => [
        [wordOf(t.purposes, one.purpose), one.address].filter(Boolean).join(': '),
        moment(one.sentAt),
        moment(one.expiresAt),
        moment(one.usedAt),
      ]),
    },
    {
      title: t.letters,
      columns: [t.subject, t.createdAt, t.sentAt],
      rows: held.letters.map((one) => [one.subject, moment(one.createdAt), moment(one.sentAt)]),
    },
  ]
}

const said = ({ text, language }: ReturnType<typeof lineIn>) => html`<span lang="${language}">${text}</span>`

function logParts(held: Held, { language, t, moment }: Reader): Part[] {
  return [
    {
      title: t.log,
      columns: [t.when, t.message, t.by],
      rows: held.log.map((one) => [
        one.lastAt === null ? moment(one.at) : `${moment(one.at)} – ${moment(one.lastAt)}`,
        html`${said(lineIn(language, one))}${one.count > 1 ? ` × ${one.count}` : ''}`,
        t.who[one.by],
      ]),
    },
    {
      title: t.commands,
      columns: [t.when, t.command],
      rows: held.commands.map((one) => [moment(one.at), wordOf(deeds[language], one.name)]),
    },
  ]
}

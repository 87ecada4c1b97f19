import { html } from '#kernel/markup.ts'
import { texts as feedTexts } from '#studio/feeds/messages.ts'
import { lineIn } from '#studio/logs/rules.ts'
import { texts as noticeTexts } from '#studio/notices/messages.ts'
import type { Held } from '../../contract.ts'
import { deeds } from '../../messages/deeds.ts'
import { type Part, type Reader, wordOf } from './reader.ts'

export function signInParts(held: Held, { t, moment }: Reader): Part[] {
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

export function noticeParts(held: Held, { language, t, moment }: Reader): Part[] {
  const told = noticeTexts[language]
  return [
    {
      title: told.title,
      columns: [told.about, told.by],
      rows: held.notices.ways.map((one) => [told.kinds[one.kind], told.ways[one.way]]),
    },
    {
      title: t.pushedTo,
      columns: [t.device, t.startedAt],
      rows: held.notices.pushedTo.map((one) => [one.device, moment(one.turnedOnAt)]),
    },
  ]
}

export function calendarPart(held: Held, { language, t, moment }: Reader): Part {
  const { kinds } = feedTexts[language]
  return {
    title: t.calendars,
    columns: [t.calendar, t.startedAt],
    rows: held.calendars.map((one) => [kinds[one.kind], moment(one.madeAt)]),
  }
}

export function sessionPart(held: Held, { t, moment }: Reader): Part {
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

export function letterParts(held: Held, { t, moment }: Reader): Part[] {
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

export function logParts(held: Held, { language, t, moment }: Reader): Part[] {
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

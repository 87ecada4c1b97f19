import { stateTexts } from '#studio/waiting/messages/states.ts'
import type { Held } from '../../contract.ts'
import type { HeldAbout, Part, Reader } from './reader.ts'

export function classParts(held: HeldAbout, { language, t, formats, moment }: Reader): Part[] {
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

export function standInPart(held: Held, { t, moment }: Reader): Part {
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

export function messagePart(held: HeldAbout, { t, moment }: Reader): Part {
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

export function coursePart(held: HeldAbout, { t, formats, moment }: Reader): Part {
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

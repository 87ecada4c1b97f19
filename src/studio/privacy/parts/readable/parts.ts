import type { Language } from '#kernel/messages.ts'
import type { Formats } from '#web/format.ts'
import type { Held, HeldOfChild } from '../../contract.ts'
import { type Part, readerOf } from './reader.ts'
import { accountPart, childFamilyPart, childPart, familyPart, feeParts, mergedPart } from './person.ts'
import { classParts, coursePart, messagePart, standInPart } from './classes.ts'
import { bankParts, membershipPart, paperParts, payParts, paymentPart, ticketPart } from './money.ts'
import { calendarPart, letterParts, logParts, noticeParts, sessionPart, signInParts } from './access.ts'

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

import type { Rights } from '#studio/accounts/rules.ts'
import { texts as familyTexts } from '#studio/families/messages.ts'
import { rightNames } from '#studio/families/rules.ts'
import type { Held, HeldOfChild } from '../../contract.ts'
import { type HeldAbout, type Part, type Reader, wordOf } from './reader.ts'

export function accountPart({ account, twoStepsSince }: Held, { t, formats, moment }: Reader): Part {
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

export function childPart({ child }: HeldOfChild, { t, formats, moment }: Reader): Part {
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

export function familyPart(held: Held, { language, t, moment }: Reader): Part {
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

export function childFamilyPart({ family }: HeldOfChild, { t, moment }: Reader): Part {
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

export function mergedPart(held: Held, { t, formats, moment }: Reader): Part {
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

export function feeParts(held: HeldAbout, { t, formats }: Reader): Part[] {
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

import * as z from 'zod/mini'
import { count, flag, id, instant, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { personDetails, type PersonDetails } from '#studio/accounts/contract.ts'
import { invitationKinds } from './rules.ts'

export const rights = object({ canBook: flag, pays: flag, getsNotices: flag })

export type Child = PersonDetails

const named = object({ displayName: z.string(), familyName: z.string() })

const dancer = object({
  personId: id,
  /** The account's own person. */
  own: flag,
  /** False for the account's own person who says not to dance: nothing is offered for them, and what they have stays. */
  dances: flag,
  displayName: z.string(),
  familyName: z.string(),
  dob: z.nullable(z.string()),
  membershipCategory: z.nullable(id),
  /** What the account may do for them: for itself everything. */
  rights,
  /** Whether this person signs in by an account of their own. */
  signsIn: flag,
  /** Who else is guardian of a child. */
  otherGuardians: z.array(named),
  /** Whether one of them may book for the child. */
  othersBook: flag,
  /** Photos and videos: whether they may be made, who said so and when, and one's own answer; null until somebody said. */
  photos: z.nullable(object({ allowed: flag, at: instant, by: z.string(), mine: z.nullable(flag) })),
})
export type Dancer = z.infer<typeof dancer>

const invitation = object({
  id,
  kind: z.enum(invitationKinds),
  email: z.string(),
  /** First names of the children it is about; none where a child is asked. */
  names: z.array(z.string()),
  /** The same children by id. */
  personIds: z.array(id),
  rights,
  expiresAt: instant,
  /** When whoever was asked said no; null while there is no answer. */
  declinedAt: z.nullable(instant),
})
export type Invitation = z.infer<typeof invitation>

const family = object({
  /** False where the account's own person is offered nowhere for what is booked. */
  danceMyself: flag,
  /** The account's own person first, then its children, the oldest first. */
  people: z.array(dancer),
  /** Who acts for the account's own person. */
  guardians: z.array(named),
  /** Those that the account has sent, and nobody has accepted so far; those that were declined, too. */
  invitations: z.array(invitation),
})
export type Family = z.infer<typeof family>

/** What a letter asks, to whoever opens its link. */
const askedFields = {
  kind: z.enum(invitationKinds),
  /** Who asks, by full name; empty for the studio. */
  by: z.string(),
  names: z.array(z.string()),
  rights,
}
const asked = object({ ...askedFields, email: z.string() })
export type Asked = z.infer<typeof asked>

/**
 * By whom somebody in a list is reached: the own number, empty where there is none, and guardians where there are families.
 * Null for a teacher whose class it is not, and is neither today nor tomorrow.
 */
export const contactsInList = z.nullable(
  object({ phone: z.string(), guardians: z.array(object({ name: z.string(), phone: z.string() })) }),
)
export type ContactsInList = z.infer<typeof contactsInList>

/** What a list says of a person beside the name: the age under 18, whether pictures are allowed, and whether there is an own number. */
export const listedFacts = { age: z.nullable(count), photos: z.nullable(flag), hasPhone: flag }

/** A person's links, as an admin sees them. */
const ofUser = object({
  children: z.array(object({ accountId: id, personId: id, displayName: z.string(), familyName: z.string(), rights })),
  guardians: z.array(
    object({
      accountId: id,
      /** The guardian's own person, who has a page of their own. */
      personId: z.nullable(id),
      displayName: z.string(),
      familyName: z.string(),
      email: z.string(),
      phone: z.string(),
      rights,
    }),
  ),
  invitations: z.array(
    object({
      id,
      kind: z.enum(invitationKinds),
      email: z.string(),
      expiresAt: instant,
      declinedAt: z.nullable(instant),
    }),
  ),
  /** Whether the person may be given a guardian, and a sign-in. */
  mayHaveGuardian: flag,
  maySignIn: flag,
})
export type FamilyOfUser = z.infer<typeof ofUser>

const feature = 'families'
const token = upTo(100)
const byLink = object({ token })
/** By the token of the letter, or, at the verified address to which it went, by its id. */
const byLinkOrAddress = object({ token: z.optional(token), invitationId: z.optional(id) })

export const families = contract('families', {
  /** For whom the account acts, and who acts for its own person. */
  mine: query({ may: 'ownAccount', feature, input: nothing, answer: family }),
  /** What the caller is asked at their own address, and has not answered. */
  received: query({ may: 'ownAccount', feature, input: nothing, answer: z.array(object({ id, ...askedFields })) }),
  addChild: command({
    may: 'ownAccount',
    feature,
    input: personDetails,
    answer: object({ personId: id }),
    refuses: ['invalidFields', 'tooManyChildren', 'childAdded', 'guardianNotGrownUp'],
  }),
  /** A child without a sign-in, whose name or date of birth was written wrong. `before` is what the form was begun with. */
  correctChild: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id, typed: personDetails, before: personDetails }),
    answer: nothing,
    refuses: ['linkNotFound', 'hasSignIn', 'invalidFields', 'editedMeanwhile'],
  }),
  /** What the caller does for a child of theirs. */
  setRights: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id, rights }),
    answer: nothing,
    refuses: ['linkNotFound', 'rightsFromOthers'],
  }),
  /** The caller is this child's guardian no more. */
  endLink: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id }),
    answer: nothing,
    refuses: ['linkNotFound'],
  }),
  /** For a person for whom the caller may speak. */
  setPhotos: command({
    may: 'book',
    feature,
    subject: 'personId',
    input: object({ allowed: flag, ...forPerson }),
    answer: nothing,
  }),
  setDanceMyself: command({ may: 'ownAccount', feature, input: object({ danceMyself: flag }), answer: nothing }),
  /** A letter to somebody who is to act for these children, too: one by one, for two guardians may share only one. */
  inviteGuardian: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text, people: z.array(id).check(z.minLength(1), z.maxLength(20)), rights }),
    answer: nothing,
    refuses: ['invalidFields', 'linkNotFound', 'tooManyInvitations'],
  }),
  /** A letter to a child, who then signs in as itself. */
  inviteToSignIn: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text, personId: id }),
    answer: nothing,
    refuses: ['invalidFields', 'linkNotFound', 'tooManyInvitations', 'hasSignIn', 'tooYoungToSignIn'],
  }),
  /** A letter to a child that has an account already, and is asked whether the caller may act for it. */
  askChild: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields', 'tooManyInvitations', 'guardianNotGrownUp'],
  }),
  /** The same letter with a new link, which holds for as long as one just sent; the link before it opens nothing any more. */
  sendAgain: command({
    may: 'ownAccount',
    feature,
    input: object({ invitationId: id, email: text }),
    answer: nothing,
    refuses: ['invitationAnswered', 'linkNotFound', 'hasSignIn'],
  }),
  withdrawInvitation: command({
    may: 'ownAccount',
    feature,
    input: object({ invitationId: id }),
    answer: nothing,
    refuses: ['invitationAccepted'],
  }),
  /** For the page that the link opens. Looking uses nothing up. */
  checkInvitation: command({
    may: 'identify',
    feature,
    input: byLink,
    answer: asked,
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown'],
    once: false,
  }),
  acceptInvitation: command({
    may: 'ownAccount',
    feature,
    input: byLinkOrAddress,
    answer: nothing,
    refuses: [
      'linkUsed',
      'linkExpired',
      'linkUnknown',
      'ownInvitation',
      'guardianNotGrownUp',
      'notAChild',
      'invitationEnded',
      'tooManyChildren',
    ],
  }),
  /** Whoever is asked says no, which needs no account: the one who asked sees it. */
  declineInvitation: command({
    may: 'identify',
    feature,
    input: byLinkOrAddress,
    answer: nothing,
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown', 'ownInvitation'],
  }),
  /** The link proves the address, so that the account is verified, and signed in. */
  makeSignIn: command({
    may: 'identify',
    feature,
    input: object({
      token,
      password: upTo(1000),
      language: z.enum(['en', 'et']),
      /** The version of the terms that is accepted. */
      terms: z.optional(count),
    }),
    answer: nothing,
    refuses: ['invalidFields', 'linkUsed', 'linkExpired', 'linkUnknown', 'emailTaken', 'hasSignIn', 'invitationEnded'],
  }),
  ofUser: query({ may: 'manageUsers', feature, input: object({ userId: id }), answer: ofUser }),
  /** An admin ends any link. */
  endAnyLink: command({
    may: 'manageUsers',
    feature,
    input: object({ accountId: id, personId: id }),
    answer: nothing,
    refuses: ['linkNotFound'],
  }),
  /** A letter by which somebody becomes guardian of a person, or the person gets a sign-in of their own. */
  inviteFromDesk: command({
    may: 'manageUsers',
    feature,
    input: object({ kind: z.enum(['guardian', 'ownSignIn']), email: text, personId: id, rights }),
    answer: nothing,
    refuses: ['invalidFields', 'userNotFound', 'hasSignIn', 'notAChild', 'tooYoungToSignIn'],
  }),
  /** Whoever sent it. */
  withdrawAny: command({
    may: 'manageUsers',
    feature,
    input: object({ invitationId: id }),
    answer: nothing,
    refuses: ['invitationAccepted'],
  }),
})

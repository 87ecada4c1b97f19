import * as z from 'zod/mini'
import { count, flag, id, instant, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { personDetails, type PersonDetails } from '#studio/accounts/contract.ts'
import { invitationKinds } from './rules.ts'

export const rights = object({ canBook: flag, pays: flag, getsNotices: flag })

export type Child = PersonDetails

const named = object({ displayName: z.string(), familyName: z.string() })

const familyPerson = object({
  personId: id,
  /** Whether this is the account's own person. */
  own: flag,
  /** False if the account's own person does not dance: nothing is offered for them, but what they have stays. */
  dances: flag,
  displayName: z.string(),
  familyName: z.string(),
  dob: z.nullable(z.string()),
  membershipCategory: z.nullable(id),
  /** What the account may do for this person; for its own person everything. */
  rights,
  /** Whether this person signs in with an account of their own. */
  signsIn: flag,
  /** The other guardians of a child. */
  otherGuardians: z.array(named),
  /** Whether another guardian may book for the child. */
  othersBook: flag,
  /** Photo consent: the deciding answer with its date and giver, and the caller's answer; null if nobody answered. */
  photos: z.nullable(object({ allowed: flag, at: instant, by: z.string(), mine: z.nullable(flag) })),
})
export type FamilyPerson = z.infer<typeof familyPerson>

const invitation = object({
  id,
  kind: z.enum(invitationKinds),
  email: z.string(),
  /** First names of the children concerned; empty for an invitation to a child. */
  names: z.array(z.string()),
  /** The same children by id. */
  personIds: z.array(id),
  rights,
  expiresAt: instant,
  /** When the invited person declined; null while pending. */
  declinedAt: z.nullable(instant),
})
export type Invitation = z.infer<typeof invitation>

const family = object({
  /** False if nothing is offered for the account's own person. */
  danceMyself: flag,
  /** The account's own person first, then its children, oldest first. */
  people: z.array(familyPerson),
  /** Guardians of the account's own person. */
  guardians: z.array(named),
  /** Invitations sent by the account that are pending or were declined. */
  invitations: z.array(invitation),
})
export type Family = z.infer<typeof family>

/** What an invitation asks, for anybody with its link. */
const askedFields = {
  kind: z.enum(invitationKinds),
  /** Full name of the sender; empty for the studio. */
  by: z.string(),
  names: z.array(z.string()),
  rights,
}
const asked = object({ ...askedFields, email: z.string() })
export type Asked = z.infer<typeof asked>

/**
 * Contacts of a person in a list: own phone number (empty if none), and guardians with the families feature. Null for
 * a teacher unless the class is their own, or is today or tomorrow.
 */
export const contactsInList = z.nullable(
  object({ phone: z.string(), guardians: z.array(object({ name: z.string(), phone: z.string() })) }),
)
export type ContactsInList = z.infer<typeof contactsInList>

/** Facts shown beside a name in lists: age under 18, photo consent, and whether there is an own phone number. */
export const listedFacts = { age: z.nullable(count), photos: z.nullable(flag), hasPhone: flag }

/** A person's guardian links, for admins. */
const ofUser = object({
  children: z.array(object({ accountId: id, personId: id, displayName: z.string(), familyName: z.string(), rights })),
  guardians: z.array(
    object({
      accountId: id,
      /** The guardian's own person, to link to their page. */
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
  /** Whether the person may be given a guardian or a sign-in. */
  mayHaveGuardian: flag,
  maySignIn: flag,
})
export type FamilyOfUser = z.infer<typeof ofUser>

const feature = 'families'
const token = upTo(100)
const byLink = object({ token })
/** By the token of the e-mail, or by id for the caller's verified address. */
const byLinkOrAddress = object({ token: z.optional(token), invitationId: z.optional(id) })

export const families = contract('families', {
  /** The people that the account acts for, and the guardians of its own person. */
  mine: query({ may: 'ownAccount', feature, input: nothing, answer: family }),
  /** Pending invitations to the caller's address. */
  received: query({ may: 'ownAccount', feature, input: nothing, answer: z.array(object({ id, ...askedFields })) }),
  addChild: command({
    may: 'ownAccount',
    feature,
    input: personDetails,
    answer: object({ personId: id }),
    refuses: ['invalidFields', 'tooManyChildren', 'childAdded', 'guardianNotGrownUp'],
  }),
  /** Corrects name or date of birth of a child without a sign-in. `before` is what the form was opened with. */
  correctChild: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id, typed: personDetails, before: personDetails }),
    answer: nothing,
    refuses: ['linkNotFound', 'hasSignIn', 'invalidFields', 'editedMeanwhile'],
  }),
  /** Sets the caller's rights for a child. */
  setRights: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id, rights }),
    answer: nothing,
    refuses: ['linkNotFound', 'rightsFromOthers', 'nobodyElseBooks'],
  }),
  /** Ends the caller's guardianship of a child. */
  endLink: command({
    may: 'ownAccount',
    feature,
    input: object({ personId: id }),
    answer: nothing,
    refuses: ['linkNotFound'],
  }),
  /** Sets the photo consent of a person for whom the caller books, or changes what the caller answered before. */
  setPhotos: command({
    may: 'see',
    feature,
    subject: 'personId',
    input: object({ allowed: flag, ...forPerson }),
    answer: nothing,
    refuses: ['photosFromOthers'],
  }),
  setDanceMyself: command({ may: 'ownAccount', feature, input: object({ danceMyself: flag }), answer: nothing }),
  /** Invites another guardian for these children; chosen one by one, since two guardians may share only one child. */
  inviteGuardian: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text, people: z.array(id).check(z.minLength(1), z.maxLength(20)), rights }),
    answer: nothing,
    refuses: ['invalidFields', 'linkNotFound', 'tooManyInvitations'],
  }),
  /** Invites a child to sign in with an account of its own. */
  inviteToSignIn: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text, personId: id }),
    answer: nothing,
    refuses: ['invalidFields', 'linkNotFound', 'tooManyInvitations', 'hasSignIn', 'tooYoungToSignIn'],
  }),
  /** Asks a child that has an account whether the caller may act for it. */
  askChild: command({
    may: 'ownAccount',
    feature,
    input: object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields', 'tooManyInvitations', 'guardianNotGrownUp'],
  }),
  /** Sends an invitation again with a new link and a new lifetime; the old link stops working. */
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
  /** For the page that the link opens; does not use the link up. */
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
  /** Declines an invitation; needs no account. The sender sees it. */
  declineInvitation: command({
    may: 'identify',
    feature,
    input: byLinkOrAddress,
    answer: nothing,
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown', 'ownInvitation'],
  }),
  /** The link proves the address, so the new account is verified and signed in. */
  makeSignIn: command({
    may: 'identify',
    feature,
    input: object({
      token,
      password: upTo(1000),
      language: z.enum(['en', 'et']),
      /** Version of the terms that is accepted. */
      terms: z.optional(count),
    }),
    answer: nothing,
    refuses: ['invalidFields', 'linkUsed', 'linkExpired', 'linkUnknown', 'emailTaken', 'hasSignIn', 'invitationEnded'],
  }),
  ofUser: query({ may: 'manageUsers', feature, input: object({ userId: id }), answer: ofUser }),
  /** Lets an admin end any guardian link. */
  endAnyLink: command({
    may: 'manageUsers',
    feature,
    input: object({ accountId: id, personId: id }),
    answer: nothing,
    refuses: ['linkNotFound'],
  }),
  /** Lets an admin invite a guardian for a person, or the person to sign in. */
  inviteFromDesk: command({
    may: 'manageUsers',
    feature,
    input: object({ kind: z.enum(['guardian', 'ownSignIn']), email: text, personId: id, rights }),
    answer: nothing,
    refuses: ['invalidFields', 'userNotFound', 'hasSignIn', 'notAChild', 'tooYoungToSignIn'],
  }),
  /** Withdraws any invitation, whoever sent it. */
  withdrawAny: command({
    may: 'manageUsers',
    feature,
    input: object({ invitationId: id }),
    answer: nothing,
    refuses: ['invitationAccepted'],
  }),
})

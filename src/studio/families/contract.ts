import * as z from 'zod/mini'
import { flag, id, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

export const rights = object({ canBook: flag, pays: flag, getsNotices: flag })

const child = object({ displayName: text, familyName: text, dob: text })
export type Child = z.infer<typeof child>

const named = object({ displayName: z.string(), familyName: z.string() })

const dancer = object({
  personId: id,
  /** The account's own person. */
  own: flag,
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
})
export type Dancer = z.infer<typeof dancer>

const family = object({
  /** False where the account's own person is left out of all that is booked. */
  danceMyself: flag,
  /** The account's own person first, then its children, the oldest first. */
  people: z.array(dancer),
  /** Who acts for the account's own person. */
  guardians: z.array(named),
})
export type Family = z.infer<typeof family>

const feature = 'families'

export const families = contract('families', {
  /** For whom the account acts, and who acts for its own person. */
  mine: query({ may: 'ownAccount', feature, input: nothing, answer: family }),
  addChild: command({
    may: 'ownAccount',
    feature,
    input: child,
    answer: object({ personId: id }),
    refuses: ['invalidFields', 'tooManyChildren', 'childAdded'],
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
  setDanceMyself: command({ may: 'ownAccount', feature, input: object({ danceMyself: flag }), answer: nothing }),
})

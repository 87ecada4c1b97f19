import type { Command, Query } from '#kernel/procedures.ts'
import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { may, mustAccept, type Caller, type Permission, type Relation, type Subject } from '#studio/accounts/rules.ts'

export interface AccessServices {
  /** The person that a call is about, the one it names or else the caller's own, and what the caller is to them. */
  readonly subjectOf: (
    tx: Tx,
    caller: Caller,
    permission: Permission,
    named: string | undefined,
  ) => Promise<Subject | null>
  readonly settings: Settings
}

type Called = Pick<Command | Query, 'may' | 'subject'> & Pick<Command, 'needsTerms'>
type NoAccess = 'signInNeeded' | 'verificationNeeded' | 'secondStepNeeded' | 'notAllowed' | 'termsNotAccepted'

/** Why somebody may not call, with the reason that helps: sign in, verify, set up a second step, or not for this role or person. */
export function noAccess(caller: Caller, called: Called, relation?: Relation): NoAccess | null {
  if (may(caller.kind, called.may as Permission, relation)) return null
  if (caller.kind === 'visitor') return 'signInNeeded'
  if (caller.kind === 'unverified') return 'verificationNeeded'
  return caller.needsSecondStep && !may('user', called.may as Permission) ? 'secondStepNeeded' : 'notAllowed'
}

/** The id of the person that the input names. */
export const named = ({ subject }: Called, input: unknown): string | undefined =>
  subject && (input as Record<string, string | undefined>)[subject]

/** For whom a call is, or why the caller may not make it for that person. */
export async function access(
  { subjectOf, settings }: AccessServices,
  tx: Tx,
  caller: Caller,
  called: Called,
  input: unknown,
): Promise<{ subject: Subject | null; refused: NoAccess | null }> {
  const refused = noAccess(caller, called)
  if (refused) return { subject: null, refused }
  const subject = await subjectOf(tx, caller, called.may as Permission, named(called, input))
  const stranger = called.subject && subject === null ? 'notAllowed' : noAccess(caller, called, subject?.relation)
  return { subject, refused: stranger ?? (needsTerms(caller, called, settings) ? 'termsNotAccepted' : null) }
}

const needsTerms = (caller: Caller, called: Called, { terms }: Settings): boolean =>
  called.needsTerms === true && caller.kind !== 'visitor' && mustAccept(terms, caller.acceptedTerms)

/** Thrown where a query may not be asked, by role or for that person. */
export class Refused extends Error {
  readonly code: NoAccess
  constructor(code: NoAccess) {
    super(code)
    this.code = code
  }
}

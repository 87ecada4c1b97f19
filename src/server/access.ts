import type { Command, Query } from '#kernel/procedures.ts'
import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { may, mustAccept, type Caller, type Permission, type Relation, type Subject } from '#studio/accounts/rules.ts'

export interface AccessServices {
  /**
   * Returns the person that a call is about (the named one, else the caller's own) and the caller's relation to them.
   */
  readonly subjectOf: (
    tx: Tx,
    caller: Caller,
    permission: Permission,
    named: string | undefined,
  ) => Promise<Subject | null>
  readonly settings: Settings
}

type Called = Pick<Command | Query, 'may' | 'subject'> & Pick<Command, 'needsTerms' | 'subjects'>
type NoAccess = 'signInNeeded' | 'verificationNeeded' | 'secondStepNeeded' | 'notAllowed' | 'termsNotAccepted'

/** Why the caller has no access (null if they have): sign in, verify, set up a second step, or no permission. */
export function noAccess(caller: Caller, called: Called, relation?: Relation): NoAccess | null {
  if (may(caller.kind, called.may as Permission, relation)) return null
  if (caller.kind === 'visitor') return 'signInNeeded'
  if (caller.kind === 'unverified') return 'verificationNeeded'
  return caller.needsSecondStep && !may('user', called.may as Permission) ? 'secondStepNeeded' : 'notAllowed'
}

/** The person id that the input names. */
export const named = ({ subject }: Called, input: unknown): string | undefined =>
  subject && (input as Record<string, string | undefined>)[subject]

/** Returns the person or people a call is for, or why the caller may not make it for them. */
export async function access(
  { subjectOf, settings }: AccessServices,
  tx: Tx,
  caller: Caller,
  called: Called,
  input: unknown,
): Promise<{ subject: Subject | null; refused: NoAccess | null }> {
  const refused = noAccess(caller, called)
  if (refused) return { subject: null, refused }
  if (called.subjects) {
    const ids = (input as Record<string, readonly { personId: string }[]>)[called.subjects] ?? []
    return await accessToAll(
      { subjectOf, settings },
      tx,
      caller,
      called,
      ids.map(({ personId }) => personId),
    )
  }
  const subject = await subjectOf(tx, caller, called.may as Permission, named(called, input))
  const stranger = called.subject && subject === null ? 'notAllowed' : noAccess(caller, called, subject?.relation)
  return { subject, refused: stranger ?? (needsTerms(caller, called, settings) ? 'termsNotAccepted' : null) }
}

/** With several people, access to all of them is needed. */
async function accessToAll(
  services: AccessServices,
  tx: Tx,
  caller: Caller,
  called: Called,
  personIds: readonly string[],
): Promise<{ subject: Subject | null; refused: NoAccess | null }> {
  let first: Subject | null = null
  for (const personId of personIds) {
    const subject = await services.subjectOf(tx, caller, called.may as Permission, personId)
    const refused = subject === null ? 'notAllowed' : noAccess(caller, called, subject.relation)
    if (refused) return { subject, refused }
    first ??= subject
  }
  return { subject: first, refused: needsTerms(caller, called, services.settings) ? 'termsNotAccepted' : null }
}

const needsTerms = (caller: Caller, called: Called, { terms }: Settings): boolean =>
  called.needsTerms === true && caller.kind !== 'visitor' && mustAccept(terms, caller.acceptedTerms)

/** Thrown when the caller may not make a query, because of their role or for that person. */
export class Refused extends Error {
  readonly code: NoAccess
  constructor(code: NoAccess) {
    super(code)
    this.code = code
  }
}

// Locks the person who wants a place, and reads all that decides about it.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { people } from '#studio/accounts/tables.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { absences, heldPlaces, registrations } from '../tables.ts'
import { includedAtMost } from './places.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

type Strength = 'key share' | 'no key update'

interface Candidate {
  readonly membershipCategory: string | null
  readonly registration: string | null
  readonly heldUntil: Instant | null
  readonly absentSince: Instant | null
  readonly included: number
}

/** The person who wants a place, whether they are registered, and how many people are included. */
const candidate = (all: readonly ClassCategory[], strength: Strength) =>
  prepared<Place & { readonly wanted: number }, Candidate[]>((tx) =>
    tx
      .select({
        membershipCategory: people.membershipCategory,
        registration: registrations.id,
        heldUntil: heldPlaces.until,
        absentSince: absences.at,
        included: includedAtMost(all, sql.placeholder('scheduleId'), sql.placeholder('wanted')),
      })
      .from(people)
      .leftJoin(
        registrations,
        and(eq(registrations.scheduleId, sql.placeholder('scheduleId')), eq(registrations.userId, people.id)),
      )
      .leftJoin(
        heldPlaces,
        and(eq(heldPlaces.scheduleId, sql.placeholder('scheduleId')), eq(heldPlaces.userId, people.id)),
      )
      .leftJoin(absences, and(eq(absences.scheduleId, sql.placeholder('scheduleId')), eq(absences.userId, people.id)))
      .where(and(eq(people.id, sql.placeholder('userId')), isNull(people.deletedAt)))
      // the same lock as in accounts/server/locks.ts: a deletion comes before or after
      .for(strength, { of: people }),
  )

/** Prepared statements by categories, which are literals in them: prepared again when the categories change. */
const candidates = new WeakMap<readonly ClassCategory[], Record<Strength, ReturnType<typeof candidate>>>()

function candidatesFor(all: readonly ClassCategory[]) {
  const made = candidates.get(all)
  if (made) return made
  const both = { 'key share': candidate(all, 'key share'), 'no key update': candidate(all, 'no key update') }
  candidates.set(all, both)
  return both
}

/** `wanted`: included people are counted exactly unless that many places are free. */
export async function lockCandidate(
  tx: Tx,
  all: readonly ClassCategory[],
  { scheduleId, userId }: Place,
  { strength, wanted }: { readonly strength: Strength; readonly wanted: number },
) {
  const [row] = await candidatesFor(all)[strength](tx, { scheduleId, userId, wanted })
  return row ?? null
}

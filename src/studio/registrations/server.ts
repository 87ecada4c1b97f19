import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import { done, refuse } from '#kernel/result.ts'
import { prepared } from '#server/db/prepared.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, personal, run, serve, shared } from '#server/procedures.ts'
import { accounts, people as peopleTable } from '#studio/accounts/tables.ts'
import { discountTries } from '#studio/courses/server/discounts.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from './contract.ts'
import { bookedWhenWritten, remindOfClasses, tellingOfPlace } from './server/bookings.ts'
import { freedByOthers } from './server/freed.ts'
import { cancelPlace } from './server/cancelPlaces.ts'
import { calendar } from './server/calendar.ts'
import {
  cancelEntry,
  cancelOnClosedDays,
  closeDays,
  endCancelled,
  extendsMorePasses,
  extendsPasses,
  keepPasses,
} from './server/cancelEntry.ts'
import {
  candidate,
  people,
  registerOtherWithDropIn,
  registerOtherWithMakeUp,
  registerOtherWithMembership,
} from './server/desk.ts'
import { nextIncluded } from './server/nextIncluded.ts'
import { check } from './server/check.ts'
import { held } from './server/held.ts'
import { absentFrom, absentIn, cantCome, comeAfterAll, otherCantCome, otherComesAfterAll } from './server/absences.ts'
import { cancelLate, forgiveLate, lateOf } from './server/late.ts'
import { concernedByClosing } from './server/closing.ts'
import { inclusionEffect } from './server/inclusion.ts'
import { includedInSeries } from './server/includedInSeries.ts'
import { makeUpsOf, ownMakeUps } from './server/makeUps.ts'
import { ofUser } from './server/ofUser.ts'
import { selectPlaces, shownPlace, type FoundPlace } from './server/ownPlaces.ts'
import { entriesBetween, oneEntry } from './server/places.ts'
import { registerSeveral } from './server/several.ts'
import { refuseAndLog, takeWithDropIn, takeWithMakeUp, takeWithMembership, type DropIn } from './server/take.ts'
import { findRegistration } from './server/registrants.ts'
import { takesBack } from './server/takeBack.ts'
import { tellOfEdit, tellsOfChanges } from './server/tellOfChanges.ts'
import { tellOfDeletion, toldOfCancellation, toldOfSeries } from './server/tellOfCancellation.ts'
import { isLate } from './rules/lateness.ts'
import { DASHBOARD_WEEKS } from './rules.ts'
import { absences, registrations as table } from './tables.ts'

/** Delay of updates to lists longer than the dashboard's (ms): each taken place changes hundreds of rows. */
const FAR_REST = 2_000

const placesOf = prepared<{ userId: string; by: string; now: Instant }, FoundPlace[]>((db) =>
  selectPlaces(db, sql.placeholder('by'))
    .where(
      and(
        eq(table.userId, sql.placeholder('userId')),
        gt(schedule.endsAt, sql.param(sql.placeholder('now'), schedule.endsAt)),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id)),
)

export const registrationsServer = serve(
  'registrations',
  registrations,
  {
    upcoming: shared(
      [schedule, peopleTable, table, absences],
      async (q, { weeks }) => {
        const span = weeks * 7 * DAY
        const { entries, next } = await entriesBetween(q.db, q.settings.classCategories, q.now, q.now + span)
        // An entry leaves the list when it ends, and the next one enters when its time comes.
        for (const entry of entries) q.changesAt(entry.endsAt)
        q.changesAt(next === null ? null : next - span)
        return { entries, more: next !== null }
      },
      { rest: ({ weeks }) => (weeks > DASHBOARD_WEEKS ? FAR_REST : 0) },
    ),
    entry: shared([schedule, peopleTable, table, absences], oneEntry),
    mine: personal(
      {
        on: [contentOf(schedule)],
        ownOn: [table.userId, purchases.userId, payments.userId],
        accountOn: [accounts.id],
      },
      async (q) => {
        const found = await placesOf(q.db, { userId: q.subjectId, by: q.accountId ?? '', now: q.now })
        for (const { endsAt } of found) q.changesAt(endsAt)
        return found.map((place) => shownPlace(place, q.accountId))
      },
    ),
    nextIncluded,
    calendar,
    ofUser,
    registerWithMembership: run((c, input: { scheduleId: string; purchaseId: string }) =>
      takeWithMembership(c, { ...input, userId: c.subjectId }),
    ),
    registerWithDropIn: handler({
      limits: (input: Omit<DropIn, 'userId'>, request) => discountTries(input.discountCode, request),
      run: (c, input) => takeWithDropIn(c, { ...input, userId: c.subjectId }),
    }),
    registerSeveral,
    cancel: run(async (c, { scheduleId, acceptsLate }) => {
      const entry = await lockEntry(c.tx, scheduleId)
      if (!entry) return refuse('scheduleNotFound')
      const registration = await findRegistration(c.tx, scheduleId, c.subjectId)
      if (!registration) return refuse('registrationNotFound')
      if (hasStarted(entry, c.now)) return refuseAndLog(c, registration, 'entryStarted', 'cancellation')
      const late = isLate(entry, c.settings.sections.registration.lateHours, c.now)
      // charge only a user who was told that it is late
      if (late && acceptsLate !== true) return refuseAndLog(c, registration, 'lateByNow', 'cancellation')
      if (late) await cancelLate(c, entry, registration)
      else await cancelPlace(c, entry, registration, 'byOwner')
      return done({})
    }),
    absentFrom,
    cantCome,
    comeAfterAll,
    absentIn,
    otherCantCome,
    otherComesAfterAll,
    makeUps: ownMakeUps,
    makeUpsOf,
    registerWithMakeUp: run((c, input: { scheduleId: string; makeUpId: string }) =>
      takeWithMakeUp(c, { ...input, userId: c.subjectId }),
    ),
    registerOtherWithMakeUp,
    people,
    candidate,
    registerOtherWithMembership,
    registerOtherWithDropIn,
    lateOf,
    check,
    held,
    forgiveLate,
    toldOfCancellation,
    toldOfSeries,
    includedInSeries,
    cancelEntry,
    cancelOnClosedDays,
    closeDays,
    concernedByClosing,
    inclusionEffect,
  },
  {
    on: [bookedWhenWritten, tellOfEdit, ...takesBack, endCancelled, keepPasses, tellOfDeletion, ...freedByOthers],
    jobs: [tellingOfPlace, remindOfClasses, tellsOfChanges, extendsPasses, extendsMorePasses],
  },
)

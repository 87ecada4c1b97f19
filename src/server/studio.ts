import type { Cents } from '#kernel/money.ts'
import type { Preview, PreviewFacts } from '#kernel/preview.ts'
import type { ListedCourse } from '#studio/courses/contract.ts'
import { coursePreview } from '#studio/courses/rules/preview.ts'
import type { UpcomingEntry } from '#studio/registrations/contract.ts'
import { classPreview } from '#studio/registrations/rules/preview.ts'
import type { Command, Named, Query } from '#kernel/procedures.ts'
import type { Tx } from '#server/db/database.ts'
import { topicsFor } from '#server/changes/topics.ts'
import type { NamedCommand } from '#server/commands/runCommand.ts'
import { cleanUp } from '#server/cleanUp.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import { raiseTo } from '#server/events.ts'
import type { CommandHandler, ConceptServer, QueryHandler } from '#server/procedures.ts'
import type { NamedQuery } from '#server/live/queries.ts'
import { hasAdmin, hasPeople } from '#studio/accounts/server/people.ts'
import { identify, identifyCall } from '#studio/accounts/server/identify.ts'
import { accountsServer } from '#studio/accounts/server.ts'
import { subjectOf } from '#studio/accounts/server/subject.ts'
import { SessionUses } from '#studio/accounts/server/uses.ts'
import { attendanceServer } from '#studio/attendance/server.ts'
import { bankServer } from '#studio/bank/server.ts'
import { countWaiting } from '#studio/bank/server/lines.ts'
import { closuresServer } from '#studio/closures/server.ts'
import { classesServer } from '#studio/classes/server.ts'
import { courseJoined } from '#studio/courses/server/letters.ts'
import { coursesServer } from '#studio/courses/server.ts'
import { doorServer } from '#studio/door/server.ts'
import { familiesServer } from '#studio/families/server.ts'
import { feedNames } from '#studio/feeds/messages.ts'
import { asked, timetableData, timetableEvents, timetablePage } from '#studio/feeds/rules/timetable.ts'
import { feedsServer } from '#studio/feeds/server.ts'
import { feedOf } from '#studio/feeds/server/feed.ts'
import type { Channel } from '#studio/logs/rules.ts'
import { logsServer } from '#studio/logs/server.ts'
import { passesServer } from '#studio/passes/server.ts'
import { passBought } from '#studio/memberships/server/letters.ts'
import { mailingsServer } from '#studio/mailings/server.ts'
import { membershipsServer } from '#studio/memberships/server.ts'
import { notices } from '#studio/notices/calls.ts'
import { mergingServer } from '#studio/merging/server.ts'
import { movingServer } from '#studio/moving/server.ts'
import { noticesServer } from '#studio/notices/server.ts'
import { pushQueue } from '#studio/notices/server/queue.ts'
import { papersServer } from '#studio/papers/server.ts'
import { drawnPaper, type PaperDress, type PaperFile } from '#studio/papers/server/drawn.ts'
import { moneyCame, owedByAnother } from '#studio/payments/server/moneyLetter.ts'
import { payServer } from '#studio/pay/server.ts'
import { paymentsServer } from '#studio/payments/server.ts'
import { privacyServer } from '#studio/privacy/server.ts'
import { placeBooked } from '#studio/registrations/server/bookings.ts'
import { registrationsServer } from '#studio/registrations/server.ts'
import { billsServer } from '#studio/bills/server.ts'
import { roomsServer } from '#studio/rooms/server.ts'
import { scheduleServer } from '#studio/schedule/server.ts'
import { screens } from '#studio/screens.ts'
import type { Screen } from '#studio/screen.ts'
import { features, type Feature } from '#studio/settings/rules.ts'
import { statisticsServer } from '#studio/statistics/server.ts'
import { searchServer } from '#studio/search/server.ts'
import { settingsServer } from '#studio/settings/server.ts'
import { signingServer } from '#studio/signing/server.ts'
import { standInsServer } from '#studio/standIns/server.ts'
import { stebbyServer } from '#studio/stebby/server.ts'
import { waitingServer } from '#studio/waiting/server.ts'
import { settingsReads, storedLogo, storedSettings } from '#studio/settings/server/stored.ts'

// what the platform uses of concepts as it is
export {
  feedNames,
  feedOf,
  hasAdmin,
  hasPeople,
  identify,
  identifyCall,
  pushQueue,
  storedLogo,
  storedSettings,
  subjectOf,
}

/** Topics of changed settings. */
export const settingsTopics = topicsFor(settingsReads)

/** Collects which sessions were used. */
export const notedUses = () => new SessionUses()

/** All concepts with procedures, lowest first. */
const concepts: readonly ConceptServer[] = [
  logsServer,
  accountsServer,
  settingsServer,
  signingServer,
  noticesServer,
  familiesServer,
  closuresServer,
  roomsServer,
  classesServer,
  scheduleServer,
  paymentsServer,
  bankServer,
  membershipsServer,
  coursesServer,
  billsServer,
  registrationsServer,
  waitingServer,
  passesServer,
  standInsServer,
  mailingsServer,
  attendanceServer,
  stebbyServer,
  doorServer,
  payServer,
  papersServer,
  feedsServer,
  statisticsServer,
  mergingServer,
  movingServer,
  privacyServer,
  searchServer,
]

/** Passes an event to the concepts that handle it, lowest first. */
export const raise = raiseTo(concepts.flatMap(({ on }) => on))

/** Job handlers by kind. */
export const jobs: ReadonlyMap<string, JobHandler> = new Map(
  [cleanUp, ...concepts.flatMap((concept) => concept.jobs)].map((handler) => [handler.kind, handler]),
)

const channels = new Map(
  concepts.flatMap(({ channel, contract, jobs }) =>
    [...Object.values(contract).map(({ name }) => name), ...jobs.map(({ kind }) => kind)].map((name) => [
      name,
      channel,
    ]),
  ),
)

/** Log channel of a procedure or a kind of job. */
export const channelOf = (name: string): Channel => channels.get(name) ?? 'auth'

/** Calls to external services. */
export const errands = concepts.flatMap((concept) => concept.errands)

/** Single calendar files: the queries behind /calendar/NAME/ID.ics. */
export const calendars: Readonly<Record<string, string>> = {
  class: 'registrations.calendar',
  course: 'courses.calendar',
}

interface PublicPage {
  /** Query that returns one of them to a visitor, or null. */
  readonly query: string
  readonly about: (answer: unknown, facts: PreviewFacts & { readonly dropInFee: Cents }) => Preview
}

/** Public pages with a link preview: /KIND/ID. */
export const previews: Readonly<Record<string, PublicPage>> = {
  class: {
    query: 'registrations.entry',
    about: (answer, facts) => classPreview(answer as UpcomingEntry, facts),
  },
  course: { query: 'courses.listed', about: (answer, facts) => coursePreview(answer as ListedCourse, facts) },
}

/** Command behind a mail program's unsubscribe button. */
export const unsubscribeCommand = notices.unsubscribe.name

/** Kinds of the jobs that write e-mails about what a person has just done. */
export const letterJobs = [placeBooked, courseJoined, passBought, moneyCame, owedByAnother].map(({ kind }) => kind)

/** The public timetable: the query that a visitor may make, and its output formats. */
export const timetable = {
  query: 'feeds.timetable',
  asked,
  page: timetablePage,
  data: timetableData,
  events: timetableEvents,
} as const

/** Number of bank statement lines that wait for a person: for metrics. */
export const unmatchedLines: (db: Tx) => Promise<number> = countWaiting

/** Queries behind /papers/…, which return a paper's content, and what draws it. */
export const paperQueries = { paper: 'papers.content', statement: 'papers.statement' } as const
export const paperFile: (content: unknown, dress: PaperDress) => Promise<PaperFile | null> = drawnPaper

/** All procedures by their full names. */
export const commands: ReadonlyMap<string, NamedCommand> = new Map(
  procedures<Command>('command').map(({ procedure, handler }) => [
    procedure.name,
    { name: procedure.name, procedure, handler: handler as CommandHandler<unknown, unknown, string> },
  ]),
)

export const queries: ReadonlyMap<string, NamedQuery> = new Map(
  procedures<Query>('query').map(({ procedure, handler }) => [
    procedure.name,
    { name: procedure.name, procedure, handler: handler as QueryHandler<unknown, unknown> },
  ]),
)

/** Features that a procedure or screen belongs to, and the one that decides who is let in. */
export const builtFeatures: readonly Feature[] = features.filter(
  (feature) =>
    feature === 'staffTwoSteps' ||
    [...concepts.flatMap(({ contract }) => Object.values(contract)), ...Object.values<Screen>(screens)].some((one) =>
      [one.feature].flat().includes(feature),
    ),
)

function procedures<P extends Command | Query>(kind: P['kind']) {
  return concepts.flatMap(({ contract, handlers }) =>
    Object.entries(contract)
      .filter(([, procedure]) => procedure.kind === kind)
      .map(([key, procedure]) => ({ procedure: procedure as unknown as P & Named, handler: handlers[key] })),
  )
}

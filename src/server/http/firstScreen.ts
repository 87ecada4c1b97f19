import type { Database } from '#server/db/database.ts'
import { answerQuery, type NamedQuery } from '#server/live/queries.ts'
import type { Services } from '#server/services.ts'
import { isRun, queries } from '#server/studio.ts'
import { version } from '#server/version.ts'
import { may, type Caller, type Permission } from '#studio/accounts/rules.ts'
import { addressOf, placeAt, type Place } from '#studio/addresses.ts'
import { firstAsksAt, homeOf, screens, type Path } from '#studio/screens.ts'
import type { FirstScreen, PageRequest } from './page.ts'

/** An answer as the browser keeps it; see web/live/connection.ts. */
interface FirstAnswer {
  readonly name: string
  readonly input: unknown
  readonly live: { state: 'ready'; answer: unknown } | { state: 'refused'; code: string }
}

/** What the browser needs before its first screen. */
export async function firstScreenOf(services: Services, request: PageRequest, url: string): Promise<FirstScreen> {
  const { settings, database, clock } = services
  const caller = await services.identify(database.read, request.sessionToken, clock())
  services.uses.note(caller, clock())
  const me = queries.get('accounts.me')
  if (!me) throw new Error('The accounts concept has no query named me.')
  const studio = {
    name: settings.studioName,
    url: settings.studioUrl,
    address: settings.baseUrl,
    supportEmail: settings.supportEmail,
    timeZone: settings.timeZone,
    bankAccount: settings.bankAccount,
    version,
    build: services.build,
  }
  const place = placeFor(url, caller)
  const [claims, answers, isOwned] = await Promise.all([
    answerQuery(services, me, caller, {}),
    place ? firstAnswers(services, caller, place) : [],
    hasAdmin(services),
  ])
  const { language, theme, phone } = request
  const now = clock()
  const shown = { language, theme, now: now - (now % 15_000), phone }
  return {
    language,
    theme,
    phone,
    page: place && `src/studio/${screens[place.path].page}.tsx`,
    drawn: isOwned && place && isDrawn(place, answers) ? addressOf(place) : null,
    data: { studio, me: JSON.parse(claims) as unknown, ...shown, hasAdmin: isOwned, answers },
  }
}

/** Screens that need no answers; the others are drawn where what they ask first is known. */
const plain: readonly Path[] = ['/login', '/register', '/forgot-password']

/** Lists within a list: React could not always take a long one over, so the browser draws them. */
const drawnInBrowser: readonly Path[] = ['/admin/courses', '/admin/class-registrants']

const isDrawn = ({ path }: Place, answers: readonly FirstAnswer[]): boolean =>
  plain.includes(path) || (answers.length > 0 && !drawnInBrowser.includes(path))

const withAdmin = new WeakSet<Database>()

/** Asked with every page until there is one: the last admin can't be demoted. */
async function hasAdmin({ database }: Services): Promise<boolean> {
  if (withAdmin.has(database)) return true
  const found = await isRun(database.read)
  if (found) withAdmin.add(database)
  return found
}

/** The place at an address. */
export const placeFor = (url: string, caller: Caller): Place | undefined =>
  placeAt(/^\/(?=\?|$)/.test(url) ? homeOf(caller.kind) : url) ?? undefined

/**
 * The answers that the screen at a place will ask for, so that they come with the page. One that fails is left out: the
 * browser asks for it anyway.
 */
export async function firstAnswers(services: Services, caller: Caller, place: Place): Promise<FirstAnswer[]> {
  // it may be any text, see studio/screen.ts
  if (place.id) return []
  const asks = firstAsksAt(place, caller.kind)
  const answers = asks.map(async ({ name, input }): Promise<FirstAnswer | null> => {
    const query = queries.get(name)
    if (!query) return null
    const live = await answered(services, query, caller, input)
    return live && { name, input, live }
  })
  return (await Promise.all(answers)).filter((answer) => answer !== null)
}

async function answered(services: Services, query: NamedQuery, caller: Caller, input: unknown) {
  if (!may(caller.kind, query.procedure.may as Permission)) {
    return { state: 'refused' as const, code: caller.kind === 'visitor' ? 'signInNeeded' : 'notAllowed' }
  }
  try {
    const answer = JSON.parse(await answerQuery(services, query, caller, input)) as unknown
    return { state: 'ready' as const, answer }
  } catch (error) {
    services.report(`${query.name} could not be answered for the first screen.`, error)
    return null
  }
}

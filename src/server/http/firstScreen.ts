import type { AnswerOf } from '#kernel/procedures.ts'
import { Refused } from '#server/access.ts'
import type { Database } from '#server/db/database.ts'
import { answerQuery, type NamedQuery } from '#server/live/queries.ts'
import { isThere } from '#server/features.ts'
import type { Services } from '#server/services.ts'
import { hasAdmin } from '#server/studio.ts'
import type { Settings } from '#server/settings.ts'
import { version } from '#server/version.ts'
import type { Caller } from '#studio/accounts/rules.ts'
import { addressOf, parsedAddress, type ScreenAddress } from '#studio/addresses.ts'
import type { families } from '#studio/families/contract.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { firstAsksAt, homeOf, screens, type Path } from '#studio/screens.ts'
import type { Ask, Screen } from '#studio/screen.ts'
import type { FirstScreen, PageRequest } from './page.ts'
import { hasPreview, previewOf } from './previews.ts'

/** A query result in the browser's format; see web/live/connection.ts. */
interface FirstAnswer {
  readonly name: string
  readonly input: unknown
  readonly live: { state: 'ready'; answer: unknown } | { state: 'refused'; code: string }
}

/** Data that the browser needs before its first screen. */
export async function firstScreenOf(services: Services, request: PageRequest, url: string): Promise<FirstScreen> {
  const { settings, database, clock } = services
  const asOf = clock()
  const caller = await services.identify(database.read, request.sessionToken, asOf)
  services.uses.note(caller, clock())
  const { queries } = services
  const me = queries.get('accounts.me')
  const shown = queries.get('settings.shown')
  if (!me || !shown) throw new Error('The queries that every page asks are missing.')
  const at = screenAt(url, caller, settings)
  // only for visitors: with a signed-in person's data in it, the page's length would reveal something about the id
  const about = at?.id && caller.kind === 'visitor' ? kindAndId(at) : null
  const [claims, set, answers, isOwned, preview] = await Promise.all([
    answerQuery(services, me, caller, {}),
    answerQuery(services, shown, caller, {}),
    at ? firstAnswers(services, caller, at) : [],
    adminExists(services),
    about && previewOf(services, about, request.language),
  ])
  const { language, theme, phone, betaHidden } = request
  const now = clock()
  const studio = { address: settings.baseUrl, timeZone: settings.timeZone, version, build: services.build }
  const look = { language, theme, now: now - (now % 15_000), phone, betaHidden }
  return {
    language,
    theme,
    phone,
    look: settings.look,
    page: at && `src/studio/${screens[at.path].page}.tsx`,
    preview,
    isMissing: about !== null && hasPreview(about.kind) && preview === null,
    drawn: isOwned && at && isDrawn(at, answers) ? addressOf(at) : null,
    data: {
      studio,
      shown: JSON.parse(set) as unknown,
      me: JSON.parse(claims) as unknown,
      ...look,
      hasAdmin: isOwned,
      asOf,
      answers,
    },
  }
}

const kindAndId = ({ path, id }: ScreenAddress) => ({ kind: path.slice(1).replace('/$id', ''), id })

/** Screens that need no queries; other screens are rendered when the results of their first queries are known. */
const plain: readonly Path[] = ['/login', '/register', '/forgot-password']

/** Screens with lists inside lists: React could not always hydrate a long one, so the browser renders them. */
const drawnInBrowser: readonly Path[] = ['/admin/courses', '/admin/class-registrants']

const isDrawn = ({ path }: ScreenAddress, answers: readonly FirstAnswer[]): boolean =>
  plain.includes(path) || (answers.length > 0 && !drawnInBrowser.includes(path))

const withAdmin = new WeakSet<Database>()

/** Whether there is an admin. Cached once true, because the last admin can't be demoted. */
async function adminExists({ database }: Services): Promise<boolean> {
  if (withAdmin.has(database)) return true
  const found = await hasAdmin(database.read)
  if (found) withAdmin.add(database)
  return found
}

/** The screen at a URL. */
export function screenAt(url: string, caller: Caller, settings: Settings): ScreenAddress | undefined {
  const at = parsedAddress(/^\/(?=\?|$)/.test(url) ? homeOf(caller.kind) : url) ?? undefined
  return at && isThere(settings, (screens[at.path] as Screen).feature) ? at : undefined
}

/**
 * Results of the queries that the screen will make, to send them with the page. A query that fails is left out: the
 * browser will make it anyway.
 */
export async function firstAnswers(services: Services, caller: Caller, at: ScreenAddress): Promise<FirstAnswer[]> {
  // the id may be any text: no results beside a person's data, see studio/screen.ts
  if (at.id && !isPublic(at, caller)) return []
  const asks = firstAsksAt(at, caller.kind, switchedOn(services.settings.sections))
  const ofFamily = answersOfFamily(services, caller, asks)
  return [...(await answersTo(services, caller, asks)), ...(await ofFamily)]
}

/** A shared link to a class or course, opened by a visitor: that page holds nobody's personal data. */
const isPublic = ({ path }: ScreenAddress, caller: Caller): boolean =>
  caller.kind === 'visitor' && (screens[path] as Screen).for === 'everybody'

async function answersTo(services: Services, caller: Caller, asks: readonly Ask[]): Promise<FirstAnswer[]> {
  const answers = asks.map(async ({ name, input }): Promise<FirstAnswer | null> => {
    const query = services.queries.get(name)
    if (!query) return null
    const live = await answered(services, query, caller, input)
    return live && { name, input, live }
  })
  return (await Promise.all(answers)).filter((answer) => answer !== null)
}

/** Queries about the caller are also made for each child: without it a guardian would read that nothing is planned. */
async function answersOfFamily(services: Services, caller: Caller, asks: readonly Ask[]): Promise<FirstAnswer[]> {
  const about = asks.filter(({ name, input }) => isAboutCaller(services.queries.get(name), input))
  if (about.length === 0) return []
  const [family] = await answersTo(services, caller, [{ name: 'families.mine', input: {} }])
  if (family?.live.state !== 'ready') return []
  const { people } = family.live.answer as AnswerOf<typeof families.mine>
  const children = people.filter(({ own }) => !own)
  const theirs = children.flatMap(({ personId }) => about.map(({ name }) => ({ name, input: { personId } })))
  return [family, ...(await answersTo(services, caller, theirs))]
}

const isAboutCaller = (query: NamedQuery | undefined, input: unknown): boolean =>
  query?.procedure.subject === 'personId' && Object.keys(input as object).length === 0

async function answered(services: Services, query: NamedQuery, caller: Caller, input: unknown) {
  try {
    const answer = JSON.parse(await answerQuery(services, query, caller, input)) as unknown
    return { state: 'ready' as const, answer }
  } catch (error) {
    if (error instanceof Refused) return { state: 'refused' as const, code: error.code }
    services.report(`${query.name} could not be answered for the first screen.`, error)
    return null
  }
}

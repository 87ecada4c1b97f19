import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { calendarEvent, calendarFile } from '#kernel/calendar.ts'
import { noAccess, Refused } from '#server/access.ts'
import type { CommandServices } from '#server/commands/runCommand.ts'
import { answerQuery, type NamedQuery } from '#server/live/queries.ts'
import { calendars, feedNames, feedOf } from '#server/studio.ts'
import { requestInfo } from './requests.ts'

interface CalendarServices extends Pick<CommandServices, 'database' | 'settings' | 'identify' | 'subjectOf' | 'clock'> {
  readonly queries: ReadonlyMap<string, NamedQuery>
}

const events = z.array(calendarEvent)

/**
 * GET /calendar/class/ID.ics and /calendar/course/ID.ics: a calendar file, for callers who may make the query behind
 * it; a guardian adds ?person=ID for a child. Everybody else is redirected to the start page, which explains what to
 * do.
 */
export function serveCalendars(app: FastifyInstance, services: CalendarServices): void {
  app.get<{ Params: Asked; Querystring: { person?: unknown } }>('/calendar/:name/:file', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const file = await fileFor(
      request.params,
      request.query.person,
      services,
      requestInfo(request, services.settings).sessionToken,
    )
    if (file === null) return reply.redirect('/', 303)
    return (
      reply
        .type('text/calendar; charset=utf-8')
        // 'attachment' would keep a phone from offering to add it to the calendar
        .header('content-disposition', `inline; filename="${request.params.name}.ics"`)
        .send(file)
    )
  })
}

/**
 * GET /feeds/calendar/TOKEN.ics: a feed that calendar programs poll, authorized by the token only. Unknown and ended
 * tokens get the same response.
 */
export function serveFeeds(app: FastifyInstance, { database, settings, clock }: CalendarServices): void {
  app.get<{ Params: { file: string } }>('/feeds/calendar/:file', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1]
    const now = clock()
    const feed = token === undefined ? null : await feedOf(database.read, token, { ...settings, now })
    void reply.headers({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    if (!feed) return reply.code(404).type('text/plain').send('There is no such calendar.\n')
    const { studioName, studioAddress } = settings
    const name = feedNames[feed.language][feed.kind](studioName)
    // hash the content, because the file itself holds the time it was made
    const tag = `W/"${hash('sha256', JSON.stringify([name, studioName, studioAddress, feed.events]), 'base64url')}"`
    void reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="classes.ics"')
      .send(calendarFile(feed.events, { ...settings, now, feed: name }))
  })
}

interface Asked {
  readonly name: string
  readonly file: string
}

/** `person` is the child's id when a guardian asks; without it, the caller's own calendar. */
async function fileFor(
  { name, file }: Asked,
  person: unknown,
  services: CalendarServices,
  sessionToken: string | null,
): Promise<string | null> {
  const query = Object.hasOwn(calendars, name) ? services.queries.get(calendars[name] ?? '') : undefined
  const input = query?.procedure.input.safeParse({
    id: file.replace(/\.ics$/, ''),
    ...(person !== undefined && { personId: person }),
  })
  if (!query || !input?.success) return null
  const { database, settings, identify, clock } = services
  const caller = await identify(database.read, sessionToken, clock())
  if (noAccess(caller, query.procedure)) return null
  const answer = await answerQuery(services, query, caller, input.data).catch((error: unknown) => {
    if (error instanceof Refused) return '[]'
    throw error
  })
  const found = events.parse(JSON.parse(answer))
  if (found.length === 0) return null
  return calendarFile(found, { ...settings, now: clock() })
}

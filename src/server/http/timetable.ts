import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calendarFile } from '#kernel/calendar.ts'
import { answerQuery, type AnswerServices, type NamedQuery } from '#server/live/queries.ts'
import { timetable } from '#server/studio.ts'

interface TimetableServices extends AnswerServices {
  readonly queries: ReadonlyMap<string, NamedQuery>
}

type Classes = Parameters<typeof timetable.page>[0]
type Asked = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>

/** Cached for a minute: a busy site then asks once a minute, however many people read it. */
const CACHED = 'public, max-age=60'

/**
 * The public timetable, for the studio's own site: GET /embed/timetable is a page for an iframe, and
 * /feeds/timetable.json and .ics are for programs. See docs/decisions/embed.md.
 */
export function serveTimetable(app: FastifyInstance, services: TimetableServices): void {
  const { settings } = services

  /** Null when the studio has not switched it on. */
  const ask = async (request: Asked) => {
    const query = services.queries.get(timetable.query)
    if (!query || !settings.sections.features.embed) return null
    const { language, input } = timetable.asked(request.query)
    const classes = JSON.parse(await answerQuery(services, query, { kind: 'visitor' }, input)) as Classes
    return { language, classes }
  }
  const absent = (reply: FastifyReply) =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain').send('There is no such page.\n')
  const site = () => ({
    timeZone: settings.timeZone,
    studioName: settings.studioName,
    baseUrl: settings.baseUrl,
    stylesheets: ['/embed.css', ...(settings.look.isOwn ? [`/look/${settings.look.key}/colours.css`] : [])],
  })

  app.get('/embed/timetable', async (request: Asked, reply) => {
    const found = await ask(request)
    if (!found) return absent(reply)
    const sites = settings.sections.embed.sites || "'none'"
    void reply
      .removeHeader('x-frame-options')
      .header('cache-control', CACHED)
      .header(
        'content-security-policy',
        `default-src 'none';style-src 'self';base-uri 'none';form-action 'none';frame-ancestors ${sites}`,
      )
      // lets sites with cross-origin isolation embed it too
      .header('cross-origin-resource-policy', 'cross-origin')
    const { language, classes } = found
    return reply.type('text/html; charset=utf-8').send(timetable.page(classes, { ...site(), language }))
  })

  const forPrograms = (request: FastifyRequest, reply: FastifyReply, content: unknown): boolean => {
    const tag = `W/"${hash('sha256', JSON.stringify(content), 'base64url')}"`
    void reply.headers({
      etag: tag,
      'cache-control': CACHED,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return request.headers['if-none-match'] === tag
  }
  app.get('/feeds/timetable.json', async (request: Asked, reply) => {
    const found = await ask(request)
    if (!found) return absent(reply)
    const data = timetable.data(found.classes, site())
    if (forPrograms(request, reply, data)) return reply.code(304).send()
    return reply.send(data)
  })
  app.get('/feeds/timetable.ics', async (request: Asked, reply) => {
    const found = await ask(request)
    if (!found) return absent(reply)
    const { studioName, studioAddress } = settings
    const events = timetable.events(found.classes)
    if (forPrograms(request, reply, [studioName, studioAddress, events])) return reply.code(304).send()
    const file = calendarFile(events, { ...settings, now: services.clock(), feed: studioName })
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="timetable.ics"')
      .send(file)
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { calendarEvent, calendarFile } from '#kernel/calendar.ts'
import type { CommandServices } from '#server/commands/runCommand.ts'
import type { RequestInfo } from '#server/procedures.ts'
import { answerQuery, type NamedQuery } from '#server/live/queries.ts'
import { calendars } from '#server/studio.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'

interface CalendarServices extends Pick<CommandServices, 'database' | 'settings' | 'identify' | 'clock'> {
  readonly queries: ReadonlyMap<string, NamedQuery>
}

const events = z.array(calendarEvent)

/**
 * GET /calendar/class/ID.ics and /calendar/course/ID.ics: what a phone adds to its calendar, for whoever may ask the
 * query behind it. Everybody else is led to the start page, which says what to do.
 */
export function serveCalendars(
  app: FastifyInstance,
  services: CalendarServices,
  infoOf: (request: FastifyRequest) => RequestInfo,
): void {
  app.get<{ Params: { name: string; file: string } }>('/calendar/:name/:file', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const file = await fileFor(request.params, services, infoOf(request).sessionToken)
    if (file === null) return reply.redirect('/', 303)
    return (
      reply
        .type('text/calendar; charset=utf-8')
        // 'attachment' would keep a phone from offering its calendar
        .header('content-disposition', `inline; filename="${request.params.name}.ics"`)
        .send(file)
    )
  })
}

async function fileFor(
  { name, file }: { name: string; file: string },
  services: CalendarServices,
  sessionToken: string | null,
): Promise<string | null> {
  const query = Object.hasOwn(calendars, name) ? services.queries.get(calendars[name] ?? '') : undefined
  const input = query?.procedure.input.safeParse({ id: file.replace(/\.ics$/, '') })
  if (!query || !input?.success) return null
  const { database, settings, identify, clock } = services
  const caller = await identify(database.read, sessionToken, clock())
  if (!may(caller.kind, query.procedure.may as Permission)) return null
  const found = events.parse(JSON.parse(await answerQuery(services, query, caller, input.data)))
  if (found.length === 0) return null
  return calendarFile(found, { studioName: settings.studioName, baseUrl: settings.baseUrl, now: clock() })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOUR } from '#kernel/time.ts'
import { noAccess } from '#server/access.ts'
import type { CommandServices } from '#server/commands/runCommand.ts'
import type { Limits } from '#server/commands/limits.ts'
import { answerQuery, type NamedQuery } from '#server/live/queries.ts'
import { paperFile, paperQueries } from '#server/studio.ts'
import { requestInfo } from './requests.ts'

interface PaperServices extends Pick<CommandServices, 'database' | 'settings' | 'identify' | 'subjectOf' | 'clock'> {
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly limits: Limits
  readonly logo: () => Promise<string | null>
}

/** Most papers per account and hour; staff may print a year's. */
const MOST_AN_HOUR = 600

/**
 * GET /papers/ID.pdf and /papers/statement/YEAR.pdf: for callers who may make the query behind it, in the reader's
 * language. Everybody else is redirected to the start page, which explains what to do.
 */
export function servePapers(app: FastifyInstance, services: PaperServices): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, input: unknown) => {
    const { settings, limits, logo, clock, identify, database } = services
    void reply.header('cache-control', 'private, no-store')
    const { sessionToken, language } = requestInfo(request, services.settings)
    const caller = await identify(database.read, sessionToken, clock())
    const query = services.queries.get(name)
    const asked = query?.procedure.input.safeParse(input)
    if (!query || !asked?.success || caller.kind === 'visitor' || noAccess(caller, query.procedure)) {
      return reply.redirect('/', 303)
    }
    const limit = { key: `papers:${caller.accountId}`, max: MOST_AN_HOUR, per: HOUR }
    const seconds = await limits.over([limit], clock())
    if (seconds !== null)
      return reply.code(429).header('retry-after', String(seconds)).type('text/plain').send('Later.\n')
    const content: unknown = JSON.parse(await answerQuery(services, query, caller, asked.data))
    if (content === null) return reply.redirect('/', 303)
    const file = await paperFile(content, { language, accent: settings.look.accent, logo: await logo() })
    if (!file) return reply.code(503).header('retry-after', '30').type('text/plain').send('Busy.\n')
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Buffer.from(file.pdf))
  }
  app.get<{ Params: { file: string } }>('/papers/:file', (request, reply) =>
    send(request, reply, paperQueries.paper, { id: request.params.file.replace(/\.pdf$/, '') }),
  )
  app.get<{ Params: { file: string }; Querystring: { user?: string } }>('/papers/statement/:file', (request, reply) => {
    const year = Number(request.params.file.replace(/\.pdf$/, ''))
    const { user } = request.query
    return send(request, reply, paperQueries.statement, { year, ...(user !== undefined && { userId: user }) })
  })
}

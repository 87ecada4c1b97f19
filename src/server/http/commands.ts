import { serialize as serializeCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseCaller, runCommand, type CommandOutcome, type NamedCommand } from '#server/commands/runCommand.ts'
import type { Settings } from '#server/settings.ts'
import type { AppParts } from './app.ts'
import { bodyWithin, patienceFor } from './bodies.ts'
import { isOurOrigin } from './guards.ts'
import { cookieName, requestInfo } from './requests.ts'

/** Serves each command at POST /rpc/NAME. */
export function serveCommands(app: FastifyInstance, parts: AppParts): void {
  const { settings } = parts
  const call = async (named: NamedCommand | undefined, request: FastifyRequest, reply: FastifyReply) => {
    if (!isOurOrigin(request.headers.origin, settings)) {
      return await reply.code(403).send({ ok: false, code: 'notAllowed' })
    }
    if (!named) return reply.code(404).send({ ok: false, code: 'invalidInput' })
    const outcome = await runCommand(parts, named, request.body, requestInfo(request, settings))
    return send(reply, outcome, settings)
  }
  app.post<{ Params: { name: string } }>('/rpc/:name', (request, reply) =>
    call(parts.commands.get(request.params.name), request, reply),
  )
  for (const named of parts.commands.values()) {
    const { largest: bodyLimit } = named.procedure
    if (bodyLimit === undefined) continue
    // callers without access are refused before the file is read, and only others get the time that a file takes
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!parts.commands.get(named.name)) return reply.code(404).send({ ok: false, code: 'invalidInput' })
      const { sessionToken } = requestInfo(request, settings)
      const caller = await parts.identify(parts.database.read, sessionToken, parts.clock())
      const unfit = refuseCaller(caller, named.procedure)
      if (unfit) return send(reply, unfit, settings)
      bodyWithin(request.raw, patienceFor(bodyLimit))
    }
    app.post(`/rpc/${named.name}`, { bodyLimit, onRequest }, (request, reply) =>
      // look the command up again: its feature may be switched off while the body arrives
      call(parts.commands.get(named.name), request, reply),
    )
  }
}

function send(reply: FastifyReply, outcome: CommandOutcome, settings: Settings): FastifyReply {
  if (outcome.session !== undefined) {
    const { token, expiresAt } = outcome.session ?? { token: '', expiresAt: 0 }
    const secure = settings.baseUrl.startsWith('https:')
    const cookie = serializeCookie(cookieName(settings), token, {
      path: '/',
      httpOnly: true,
      secure,
      sameSite: 'lax',
      expires: new Date(expiresAt),
    })
    void reply.header('set-cookie', cookie)
  }
  if (outcome.retryAfter !== undefined) void reply.header('retry-after', String(outcome.retryAfter))
  return reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.body)
}

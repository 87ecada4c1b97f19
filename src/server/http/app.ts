import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'
import { parse as parseCookies, serialize as serializeCookie } from 'cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  refuseCaller,
  runCommand,
  type CommandOutcome,
  type CommandServices,
  type NamedCommand,
} from '#server/commands/runCommand.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import type { RequestInfo } from '#server/procedures.ts'
import { Shares } from '#server/live/shares.ts'
import type { NamedQuery } from '#server/live/queries.ts'
import type { LiveSockets } from '#server/live/sockets.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { Settings } from '#server/settings.ts'
import { bodyWithin, LONGEST_REQUEST, patienceFor } from './bodies.ts'
import { serveCalendars, serveFeeds } from './calendarFiles.ts'
import { dataHeaders, isOurHost, isOurOrigin, pageHeaders, scriptHashes } from './guards.ts'
import { serveLook } from './look.ts'
import { servePapers } from './paperFiles.ts'
import { serveManifest } from './manifest.ts'
import type { Draw } from './drawing.ts'
import { serveTimetable } from './timetable.ts'
import { serveUnsubscribe } from './unsubscribe.ts'
import { servePreviews } from './previews.ts'
import { servePage, type FirstScreen, type PageRequest } from './page.ts'

export interface AppParts extends CommandServices {
  readonly commands: ReadonlyMap<string, NamedCommand>
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly sockets: LiveSockets
  /** What the browser needs for the screen at an address: who is there, the studio's public settings, the answers. */
  readonly firstScreen: (request: PageRequest, url: string) => Promise<FirstScreen>
  /** The studio's logo, in base64. */
  readonly logo: () => Promise<string | null>
  /** The built browser application, or null where Vite serves it. */
  readonly webDir: string | null
  /** Told of each request that was answered, where somebody reads metrics. */
  readonly answered?: Metrics['answered'] | undefined
  /** Draws a screen as HTML; null leaves it to the browser. */
  readonly draw: Draw | null
}

/** What watchdogs beside the server ask. */
const watched = ['/health', '/live', '/ready']

const LONGEST_BODY = 64 * 1024
/** Sockets of all kinds, held open or idle; about 30 kB each. */
const MOST_CONNECTIONS = 12_000
/** Of those, from one address; behind a proxy all come from its own. */
const MOST_FROM_ONE = 1_000

/** The HTTP side: commands, the page, its files, the upgrade to the live socket. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings } = parts
  const app = Fastify({
    bodyLimit: LONGEST_BODY,
    // One proxy in front: only the address it saw itself counts, not what the client claims before it.
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: LONGEST_REQUEST,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 100 },
    forceCloseConnections: 'idle',
    // what comes while the server stops is answered like what came before: whoever opens a page would read raw JSON
    return503OnClosing: false,
  })
  const page = parts.webDir && readFileSync(join(parts.webDir, 'index.html'), 'utf8')
  const ofPages = await pageHeaders(settings, page ? scriptHashes(page) : [])
  const ofData = await dataHeaders(settings)
  // Commands are JSON and say so: a form or text/plain from another site is never parsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  const largest = new Map(
    [...parts.commands.values()].map(({ name, procedure }) => [`/rpc/${name}`, procedure.largest]),
  )
  app.addHook('onRequest', (request, reply, next) => {
    bodyWithin(request.raw, patienceFor(largest.get(request.url)))
    void reply.headers(request.url.startsWith('/rpc/') ? ofData : ofPages)
    // a watchdog beside the server calls it by its address
    if (watched.includes(request.url) || isOurHost(request.headers.host, settings)) return next()
    void reply.code(421).type('text/plain').send('Unknown host.\n')
  })
  const { answered } = parts
  if (answered)
    app.addHook('onResponse', (request, reply, next) => {
      const { url: pattern = 'page' } = request.routeOptions
      const route = pattern === '/rpc/:name' && parts.commands.has(request.url.slice(5)) ? request.url : pattern
      answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
      next()
    })
  app.server.maxConnections = MOST_CONNECTIONS
  if (!settings.trustProxy) limitConnections(app.server, MOST_FROM_ONE * settings.rateLimitFactor)
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (databaseTrouble(error)) return reply.code(503).header('retry-after', '1').send({ ok: false, code: 'busy' })
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ ok: false, code: 'invalidInput' })
    // What went wrong stays here; the person gets the number under which it is found.
    const id = randomUUID().slice(0, 8)
    parts.report(`A request failed (${id}).`, error)
    return reply.code(status).send({ ok: false, code: 'unexpected', params: { id } })
  })

  app.get('/health', async (_request, reply) => {
    const healthy = await parts.database.healthy()
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(healthy ? 'ok\n' : 'database away\n')
  })
  // as orchestrators ask: whether the process runs at all, and whether it can serve people
  app.get('/live', (_request, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'))
  app.get('/ready', async (_request, reply) => {
    const ready = await parts.database.writable()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(ready ? 'ready\n' : 'database away\n')
  })
  app.get('/initial', async (request, reply) => {
    // Vite serves the page while developing: no address is known, and the answers come by the socket.
    const { data } = await parts.firstScreen(pageRequest(request, settings), '')
    return reply.header('cache-control', 'no-store').send(data)
  })
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
    // who may not make the call is told before the file is read
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!parts.commands.get(named.name)) return reply.code(404).send({ ok: false, code: 'invalidInput' })
      const { sessionToken } = requestInfo(request, settings)
      const caller = await parts.identify(parts.database.read, sessionToken, parts.clock())
      const unfit = refuseCaller(caller, named.procedure)
      if (unfit) return send(reply, unfit, settings)
    }
    app.post(`/rpc/${named.name}`, { bodyLimit, onRequest }, (request, reply) =>
      // its feature may be switched off while the body is on its way
      call(parts.commands.get(named.name), request, reply),
    )
  }
  app.server.on('upgrade', (message, socket, head) => {
    const refuse = (line: string, why = ''): void => {
      socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${why}`)
    }
    socket.on('error', () => socket.destroy())
    if (message.url !== '/live') return refuse('404 Not Found')
    const ours = isOurHost(message.headers.host, settings) && isOurOrigin(message.headers.origin, settings)
    if (!ours) return refuse('403 Forbidden')
    if (parts.sockets.isFull) return refuse('503 Service Unavailable')
    const sessionToken = sessionTokenOf(message.headers.cookie, settings)
    const address = addressBucket(addressOf(message, settings))
    parts.sockets.accept({ message, socket, head, address, sessionToken }).then(
      (accepted) => {
        if (accepted) return
        refuse('429 Too Many Requests\r\nRetry-After: 60', 'Too many pages are open from this address or account.\n')
      },
      (error: unknown) => {
        parts.report('A live connection could not be opened.', error)
        refuse('503 Service Unavailable')
      },
    )
  })
  serveFeeds(app, parts)
  serveTimetable(app, parts)
  await serveUnsubscribe(app, parts, (request) => requestInfo(request, settings))
  servePreviews(app, parts)
  serveCalendars(app, parts, (request) => requestInfo(request, settings))
  servePapers(app, parts, (request) => requestInfo(request, settings))
  if (parts.webDir) {
    serveManifest(app, settings)
    serveLook(app, { settings, logo: parts.logo, mark: join(parts.webDir, 'icon.svg') })
    const firstScreen = (request: FastifyRequest) => parts.firstScreen(pageRequest(request, settings), request.url)
    await servePage(app, { webDir: parts.webDir, firstScreen, draw: parts.draw })
  }
  return app
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

function limitConnections(server: Server, most: number): void {
  const held = new Shares()
  server.on('connection', (socket) => {
    const giveBack = held.take(addressBucket(socket.remoteAddress ?? ''), most)
    if (giveBack) socket.once('close', giveBack)
    else socket.destroy()
  })
}

/** The address that an upgrade comes from, as Fastify's `request.ip` says it of other requests. */
function addressOf(message: IncomingMessage, settings: Settings): string {
  const forwarded = settings.trustProxy ? String(message.headers['x-forwarded-for'] ?? '') : ''
  return forwarded.split(',').at(-1)?.trim() || (message.socket.remoteAddress ?? '')
}

export const cookieName = (settings: Settings): string =>
  settings.baseUrl.startsWith('https:') ? '__Host-session' : 'session'

function requestInfo(request: FastifyRequest, settings: Settings): RequestInfo {
  const cookies = parseCookies(request.headers.cookie ?? '')
  return {
    address: request.ip,
    deviceInfo: request.headers['user-agent']?.slice(0, 300) || 'Unknown',
    language: cookies['language'] === 'et' ? 'et' : 'en',
    sessionToken: cookies[cookieName(settings)] || null,
  }
}

function pageRequest(request: FastifyRequest, settings: Settings): PageRequest {
  const { theme, betaHidden } = parseCookies(request.headers.cookie ?? '')
  return {
    ...requestInfo(request, settings),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    betaHidden: betaHidden !== undefined,
    phone: /\bMobi/.test(request.headers['user-agent'] ?? ''),
  }
}

const sessionTokenOf = (cookieHeader: string | undefined, settings: Settings): string | null =>
  parseCookies(cookieHeader ?? '')[cookieName(settings)] || null

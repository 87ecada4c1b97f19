import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { CommandServices, NamedCommand } from '#server/commands/runCommand.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { Shares } from '#server/live/shares.ts'
import type { NamedQuery } from '#server/live/queries.ts'
import type { LiveSockets } from '#server/live/sockets.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { bodyWithin, LONGEST_REQUEST, patienceFor } from './bodies.ts'
import { serveCalendars, serveFeeds } from './calendarFiles.ts'
import { serveCommands } from './commands.ts'
import { pageThatComesBack, wantsPage } from './comesBack.ts'
import { dataHeaders, isOurHost, pageHeaders, scriptHashes } from './guards.ts'
import { serveHealth, watched } from './health.ts'
import { serveLook } from './look.ts'
import { servePapers } from './paperFiles.ts'
import { serveManifest } from './manifest.ts'
import type { Draw } from './drawing.ts'
import { serveTimetable } from './timetable.ts'
import { pageTurns } from './pageTurns.ts'
import { pageRequest } from './requests.ts'
import { serveSockets } from './upgrade.ts'
import { serveUnsubscribe } from './unsubscribe.ts'
import { servePreviews } from './previews.ts'
import { servePage, type FirstScreen, type PageRequest } from './page.ts'

export interface AppParts extends CommandServices {
  readonly commands: ReadonlyMap<string, NamedCommand>
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly sockets: LiveSockets
  /** Data for the screen at a URL: the caller, the studio's public settings, and results of its first queries. */
  readonly firstScreen: (request: PageRequest, url: string) => Promise<FirstScreen>
  /** The studio's logo, in base64. */
  readonly logo: () => Promise<string | null>
  /** Folder of the built browser application; null when Vite serves it. */
  readonly webDir: string | null
  /** Called for each response, when metrics are on. */
  readonly answered?: Metrics['answered'] | undefined
  /** Renders a screen to HTML; null leaves it to the browser. */
  readonly draw: Draw | null
}

const LONGEST_BODY = 64 * 1024
/** Most connections of all kinds, used or idle; about 30 kB each. */
const MOST_CONNECTIONS = 12_000
/** Most connections from one address; behind a proxy all have the proxy's address. */
const MOST_FROM_ONE = 1_000

/** The HTTP server: commands, the page, its files, the upgrade to the live socket. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings } = parts
  const app = Fastify({
    bodyLimit: LONGEST_BODY,
    // one proxy in front: only the address the proxy saw itself counts, not what the client claims
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: LONGEST_REQUEST,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 100 },
    forceCloseConnections: 'idle',
    // serve requests normally while the server stops: Fastify's own 503 would show raw JSON to a person opening a page
    return503OnClosing: false,
  })
  const page = parts.webDir && readFileSync(join(parts.webDir, 'index.html'), 'utf8')
  const ofPages = await pageHeaders(settings, page ? scriptHashes(page) : [])
  const ofData = await dataHeaders(settings)
  // commands are JSON: a form or text/plain from another site is never parsed
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  app.addHook('onRequest', (request, reply, next) => {
    bodyWithin(request.raw, patienceFor())
    void reply.headers(request.url.startsWith('/rpc/') ? ofData : ofPages)
    // monitoring on the same machine calls the server by its IP address
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
  const comesBack = pageThatComesBack(parts.webDir)
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (databaseTrouble(error)) {
      void reply.code(503).header('retry-after', '1')
      if (comesBack && wantsPage(request)) return reply.type('text/html; charset=utf-8').send(comesBack)
      return reply.send({ ok: false, code: 'busy' })
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ ok: false, code: 'invalidInput' })
    // details are only logged; the person gets an id by which they can be found
    const id = randomUUID().slice(0, 8)
    parts.report(`A request failed (${id}).`, error)
    return reply.code(status).send({ ok: false, code: 'unexpected', params: { id } })
  })

  const inTurn = pageTurns(settings.rateLimitFactor)
  const firstScreen = (request: FastifyRequest, url = request.url) =>
    inTurn(request.ip, () => parts.firstScreen(pageRequest(request, settings), url))
  app.get('/initial', async (request, reply) => {
    // during development Vite serves the page: the URL is unknown, and query results come by the socket
    const { data } = await firstScreen(request, '')
    return reply.header('cache-control', 'no-store').send(data)
  })
  serveHealth(app, parts.database)
  serveCommands(app, parts)
  serveSockets(app, parts)
  serveFeeds(app, parts)
  serveTimetable(app, parts)
  await serveUnsubscribe(app, parts)
  servePreviews(app, parts)
  serveCalendars(app, parts)
  servePapers(app, parts)
  serveManifest(app, settings)
  // a build has the files of public/ in its folder
  serveLook(app, { settings, logo: parts.logo, mark: join(parts.webDir ?? 'public', 'icon.svg') })
  if (parts.webDir) await servePage(app, { webDir: parts.webDir, firstScreen, draw: parts.draw })
  return app
}

function limitConnections(server: Server, most: number): void {
  const held = new Shares()
  server.on('connection', (socket) => {
    const release = held.take(addressBucket(socket.remoteAddress ?? ''), most)
    if (release) socket.once('close', release)
    else socket.destroy()
  })
}

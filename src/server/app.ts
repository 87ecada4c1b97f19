import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import { parse as parseCookies, serialize as serializeCookie } from 'cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { runCommand, type CommandOutcome, type CommandServices, type NamedCommand } from '#server/commands.ts'
import type { RequestInfo } from '#server/procedures.ts'
import type { LiveSockets } from '#server/socket.ts'
import type { Settings } from '#server/settings.ts'

export interface AppParts extends CommandServices {
  readonly commands: ReadonlyMap<string, NamedCommand>
  readonly sockets: LiveSockets
  /** What the browser needs before its first screen: who is there, and the studio's public settings. */
  readonly initial: (request: RequestInfo) => Promise<object>
  /** The built browser application, or null where Vite serves it. */
  readonly webDir: string | null
}

const LONGEST_BODY = 64 * 1024

/** The HTTP side: commands, the page, its files, the upgrade to the live socket. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings } = parts
  const app = Fastify({
    bodyLimit: LONGEST_BODY,
    // One proxy in front: only the address it saw itself counts, not what the client claims before it.
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 100 },
    forceCloseConnections: 'idle',
  })
  await app.register(helmet, securityHeaders(settings))
  // Commands are JSON and say so: a form or text/plain from another site is never parsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  app.addHook('onRequest', async (request, reply) => {
    if (!isOurHost(request.headers.host, settings)) await reply.code(421).type('text/plain').send('Unknown host.\n')
  })
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) parts.report('A request failed.', error)
    return reply.code(status).send({ ok: false, code: status >= 500 ? 'unexpected' : 'invalidInput' })
  })

  app.get('/health', async (_request, reply) => {
    const healthy = await parts.database.healthy()
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(healthy ? 'ok\n' : 'database away\n')
  })
  app.get('/initial', async (request, reply) => {
    return reply.header('cache-control', 'no-store').send(await parts.initial(requestInfo(request, settings)))
  })
  app.post<{ Params: { name: string } }>('/rpc/:name', async (request, reply) => {
    if (!isOurOrigin(request.headers.origin, settings)) {
      return await reply.code(403).send({ ok: false, code: 'notAllowed' })
    }
    const named = parts.commands.get(request.params.name)
    if (!named) return reply.code(404).send({ ok: false, code: 'invalidInput' })
    const outcome = await runCommand(parts, named, request.body, requestInfo(request, settings))
    return send(reply, outcome, settings)
  })
  app.server.on('upgrade', (message, socket, head) => {
    const refuse = (line: string): void => {
      socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`)
    }
    socket.on('error', () => socket.destroy())
    if (message.url !== '/live') return refuse('404 Not Found')
    const ours = isOurHost(message.headers.host, settings) && isOurOrigin(message.headers.origin, settings)
    if (!ours) return refuse('403 Forbidden')
    const sessionToken = sessionTokenOf(message.headers.cookie, settings)
    parts.sockets.accept(message, socket, head, sessionToken).catch((error: unknown) => {
      parts.report('A live connection could not be opened.', error)
      refuse('503 Service Unavailable')
    })
  })
  if (parts.webDir) await servePage(app, parts, parts.webDir)
  return app
}

async function servePage(app: FastifyInstance, parts: AppParts, webDir: string): Promise<void> {
  const page = readFileSync(join(webDir, 'index.html'), 'utf8')
  const precompressed = existsSync(join(webDir, 'assets'))
  await app.register(files, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: precompressed,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const forever = path.includes('/assets/')
      void reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const info = requestInfo(request, parts.settings)
    const initial = JSON.stringify(await parts.initial(info)).replaceAll('<', '\\u003c')
    const html = page
      .replace('<html lang="en"', `<html lang="${info.language}"`)
      .replace('<!--initial-->', () => `<script type="application/json" id="initial">${initial}</script>`)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  }
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    // Any path is a screen of the application, which knows best what to do with an unknown one.
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/assets/') && !request.url.startsWith('/rpc/')
    if (wantsPage) return sendPage(request, reply)
    return reply.code(404).send({ ok: false, code: 'invalidInput' })
  })
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

const sessionTokenOf = (cookieHeader: string | undefined, settings: Settings): string | null =>
  parseCookies(cookieHeader ?? '')[cookieName(settings)] || null

/** The studio's own address; on this computer under any of its loopback names. */
function ourHosts(settings: Settings): string[] {
  const base = new URL(settings.baseUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  if (!loopback.includes(base.hostname)) return [base.host]
  const port = base.port ? `:${base.port}` : ''
  return loopback.map((name) => `${name}${port}`)
}

function isOurHost(host: string | undefined, settings: Settings): boolean {
  return host !== undefined && ourHosts(settings).includes(host)
}

/** Browsers always name the page a POST or an upgrade comes from; whoever doesn't is not one of our pages. */
function isOurOrigin(origin: string | undefined, settings: Settings): boolean {
  const protocol = new URL(settings.baseUrl).protocol
  return origin !== undefined && ourHosts(settings).some((host) => origin === `${protocol}//${host}`)
}

function securityHeaders(settings: Settings): Parameters<typeof helmet>[1] {
  const secure = settings.baseUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }
}

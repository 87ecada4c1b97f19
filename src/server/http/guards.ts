import { createHash } from 'node:crypto'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import type { Settings } from '#server/settings.ts'

/** Cached, because every request needs it. */
const known = new WeakMap<Settings, { hosts: ReadonlySet<string>; origins: ReadonlySet<string> }>()

function ours(settings: Settings) {
  const found = known.get(settings)
  if (found) return found
  const hosts = ourHosts(settings)
  const { protocol } = new URL(settings.baseUrl)
  const made = { hosts: new Set(hosts), origins: new Set(hosts.map((host) => `${protocol}//${host}`)) }
  known.set(settings, made)
  return made
}

/** Hosts of the studio's own URL; on localhost all loopback names. */
function ourHosts(settings: Settings): string[] {
  const base = new URL(settings.baseUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  if (!loopback.includes(base.hostname)) return [base.host]
  const port = base.port ? `:${base.port}` : ''
  return loopback.map((name) => `${name}${port}`)
}

export function isOurHost(host: string | undefined, settings: Settings): boolean {
  return host !== undefined && ours(settings).hosts.has(host)
}

/** Browsers always send Origin with a POST or an upgrade; a request without it is not from our pages. */
export function isOurOrigin(origin: string | undefined, settings: Settings): boolean {
  return origin !== undefined && ours(settings).origins.has(origin)
}

/** CSP hashes of the inline scripts in the built page. */
export function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script)
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

export type Headers = Readonly<Record<string, string>>

/** Security headers of pages; `scripts` are the hashes of allowed inline scripts. */
export const pageHeaders = (settings: Settings, scripts: readonly string[] = []): Promise<Headers> =>
  headersOf(strictness(settings, scripts))

/** Security headers of data: it loads nothing, and headers that only matter for a page's window are left out. */
export function dataHeaders(settings: Settings): Promise<Headers> {
  const none = ["'none'"]
  const directives = { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none }
  return headersOf({
    ...strictness(settings, []),
    contentSecurityPolicy: { useDefaults: false, directives },
    // left out: the CSP covers framing, and data has no links, so no referrer
    xFrameOptions: false,
    referrerPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

// helmet would compute the same headers for each response: ask it once
async function headersOf(options: FastifyHelmetOptions): Promise<Headers> {
  const asked = Fastify()
  await asked.register(helmet, options)
  asked.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await asked.inject('/')
  await asked.close()
  return answer.json()
}

function strictness(settings: Settings, scripts: readonly string[]) {
  const secure = settings.baseUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
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
  } satisfies FastifyHelmetOptions
}

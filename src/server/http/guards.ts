import { createHash } from 'node:crypto'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import type { Settings } from '#server/settings.ts'

/** Worked out once: every request asks. */
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

/** The studio's own address; on this computer under any of its loopback names. */
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

/** Browsers always name the page a POST or an upgrade comes from; whoever doesn't is not one of our pages. */
export function isOurOrigin(origin: string | undefined, settings: Settings): boolean {
  return origin !== undefined && ours(settings).origins.has(origin)
}

/** How a policy names the scripts that stand in the built page itself. */
export function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script)
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

export type Headers = Readonly<Record<string, string>>

/** What the browser is told to refuse, whatever a page may say; `scripts` are hashes of the few that it may run in one. */
export const pageHeaders = (settings: Settings, scripts: readonly string[] = []): Promise<Headers> =>
  headersOf(strictness(settings, scripts))

/** The same of answers that are data: they load nothing, and carry nothing that only a page's window would read. */
export function dataHeaders(settings: Settings): Promise<Headers> {
  const none = ["'none'"]
  const directives = { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none }
  return headersOf({
    ...strictness(settings, []),
    contentSecurityPolicy: { useDefaults: false, directives },
    // framing is in the policy; and data leads nowhere, so that it has no referrer
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

// helmet would put the same headers together for each answer: here it is asked once
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

import type { FastifyHelmetOptions } from '@fastify/helmet'
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

/** What the browser is told to refuse, whatever a page may say. */
export function securityHeaders(settings: Settings): FastifyHelmetOptions {
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

// What a request says about its sender.
import type { IncomingMessage } from 'node:http'
import { parse as parseCookies } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { RequestInfo } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { PageRequest } from './page.ts'

export const cookieName = (settings: Settings): string =>
  settings.baseUrl.startsWith('https:') ? '__Host-session' : 'session'

export function requestInfo(request: FastifyRequest, settings: Settings): RequestInfo {
  const cookies = parseCookies(request.headers.cookie ?? '')
  return {
    address: request.ip,
    deviceInfo: request.headers['user-agent']?.slice(0, 300) || 'Unknown',
    language: cookies['language'] === 'et' ? 'et' : 'en',
    sessionToken: cookies[cookieName(settings)] || null,
  }
}

export function pageRequest(request: FastifyRequest, settings: Settings): PageRequest {
  const { theme, betaHidden, language } = parseCookies(request.headers.cookie ?? '')
  const { lang } = request.query as { lang?: unknown }
  return {
    ...requestInfo(request, settings),
    // `lang` is set by links in e-mails, and used when the reader has chosen no language here
    language: (language ?? lang) === 'et' ? 'et' : 'en',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    betaHidden: betaHidden !== undefined,
    phone: /\bMobi/.test(request.headers['user-agent'] ?? ''),
  }
}

export const sessionTokenOf = (cookieHeader: string | undefined, settings: Settings): string | null =>
  parseCookies(cookieHeader ?? '')[cookieName(settings)] || null

/** The client address of an upgrade request, as Fastify's `request.ip` gives for other requests. */
export function addressOf(message: IncomingMessage, settings: Settings): string {
  const forwarded = settings.trustProxy ? String(message.headers['x-forwarded-for'] ?? '') : ''
  return forwarded.split(',').at(-1)?.trim() || (message.socket.remoteAddress ?? '')
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'

/** Page shown while the database is unavailable or busy; it reloads by itself. */
export function pageThatComesBack(webDir: string | null): string | null {
  const file = webDir && join(webDir, 'offline.html')
  if (!file || !existsSync(file)) return null
  // adapt the offline page: here the reader does have a network
  return readFileSync(file, 'utf8')
    .replace('<title>Offline</title>', '<title>One moment</title>')
    .replace('<h1>You are offline</h1>', '<h1>One moment</h1>')
    .replace('<h1>Internetiühendus puudub</h1>', '<h1>Üks hetk</h1>')
}

/** Whether a person opens this as a page: programs do not ask for HTML. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'

/** What a person reads who opens something while the database is away or has too much to do: it comes back by itself. */
export function pageThatComesBack(webDir: string | null): string | null {
  const file = webDir && join(webDir, 'offline.html')
  if (!file || !existsSync(file)) return null
  // the page that stands in without a network, whose reader has one here
  return readFileSync(file, 'utf8')
    .replace('<title>Offline</title>', '<title>One moment</title>')
    .replace('<h1>You are offline</h1>', '<h1>One moment</h1>')
    .replace('<h1>Internetiühendus puudub</h1>', '<h1>Üks hetk</h1>')
}

/** Whether somebody opens it as a page: what a program asks for says nothing of HTML. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#kernel/messages.ts'

/** What a page carries besides its files. */
export interface FirstScreen {
  readonly language: Language
  /** For the browser, as JSON within the page. */
  readonly data: object
  /** The source file of the screen, as the build's manifest names it. */
  readonly page: string | undefined
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const brotli = promisify(brotliCompress)
/** Fast: this one is made anew for each visitor. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Serves the built browser application: its files as they are, and the page with what the first screen needs. */
export async function servePage(
  app: FastifyInstance,
  webDir: string,
  firstScreen: (request: FastifyRequest) => Promise<FirstScreen>,
): Promise<void> {
  const page = readFileSync(join(webDir, 'index.html'), 'utf8')
  const preloads = preloadsOf(webDir, page)
  await app.register(files, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const forever = path.includes('/assets/')
      void reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const screen = await firstScreen(request)
    const data = JSON.stringify(screen.data).replaceAll('<', '\\u003c')
    const html = page
      .replace('<html lang="en"', `<html lang="${screen.language}"`)
      .replace(
        '<!--initial-->',
        () => `${preloads(screen.page)}<script type="application/json" id="initial">${data}</script>`,
      )
    void reply.header('cache-control', 'no-store').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
    // Nothing of the address is repeated in the page: its length tells nobody what it holds.
    return reply.header('content-encoding', 'br').send(await brotli(html, quick))
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

/** The files that a screen needs besides what every page names already: fetched at once instead of one after another. */
function preloadsOf(webDir: string, html: string): (page: string | undefined) => string {
  const path = join(webDir, '.vite/manifest.json')
  const chunks = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : {}
  const reach = (key: string, found: Set<string>): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of chunks[key]?.imports ?? []) reach(next, found)
    return found
  }
  return (page) => {
    const needed = page && chunks[page] ? [...reach(page, new Set())] : []
    const files = needed.map((key) => chunks[key]?.file ?? '').filter((file) => !html.includes(file))
    return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  }
}

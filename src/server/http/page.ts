import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import files from '@fastify/static'
import { serialize as serializeCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#kernel/messages.ts'
import type { RequestInfo } from '#server/procedures.ts'
import type { Look } from '#studio/settings/rules.ts'
import type { Draw } from './drawing.ts'
import type { Shown } from './previews.ts'

/** What a page carries besides its files. */
export interface FirstScreen {
  readonly language: Language
  readonly theme: PageRequest['theme']
  readonly phone: boolean
  /** What is shown beside the studio's name. */
  readonly look: Look
  /** What other sites show of it; null where it is nothing for them. */
  readonly preview: Shown | null
  /** What a visitor's address names is not there, or not there any more. */
  readonly isMissing: boolean
  /** For the browser, as JSON within the page. */
  readonly data: object
  /** The source file of the screen, as the build's manifest names it. */
  readonly page: string | undefined
  /** The path whose screen is drawn here; null where the browser alone draws it. */
  readonly drawn: string | null
}

/** What a page is made for, besides who asks. */
export interface PageRequest extends RequestInfo {
  readonly theme: 'light' | 'dark' | 'system'
  readonly phone: boolean
  /** The beta banner was dismissed today. */
  readonly betaHidden: boolean
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
  parts: {
    readonly webDir: string
    readonly firstScreen: (request: FastifyRequest) => Promise<FirstScreen>
    readonly draw: Draw | null
  },
): Promise<void> {
  const { webDir, firstScreen, draw } = parts
  const page = readFileSync(join(webDir, 'index.html'), 'utf8')
  const preloads = preloadsOf(webDir, page)
  await app.register(files, {
    root: webDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const forever = path.includes('/assets/')
      void reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      // a cache on the way keeps each encoding by itself
      void reply.setHeader('vary', 'accept-encoding')
    },
  })
  // a route for each of a hundred files took a twentieth of a start; a name that leads out of its folder is refused
  for (const folder of ['assets', 'icons']) {
    const inside = join(webDir, folder)
    app.get<{ Params: { '*': string } }>(`/${folder}/*`, (request, reply) =>
      reply.sendFile(request.params['*'], inside),
    )
  }
  for (const name of filesIn(webDir)) app.get(`/${name}`, (_request, reply) => reply.sendFile(name))
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const screen = await firstScreen(request)
    const drawn = screen.drawn === null ? null : ((await draw?.(screen.data, screen.drawn)) ?? null)
    const html = pageWith(page, screen, preloads(screen), drawn)
    void reply.header('cache-control', 'no-store').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    void reply.header('set-cookie', choicesOf(screen))
    // a search engine forgets it
    if (screen.isMissing) void reply.code(404)
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
    // While servers are replaced one by one the next may have the file: a cache on the way must ask again.
    return reply.code(404).header('cache-control', 'no-store').send({ ok: false, code: 'invalidInput' })
  })
}

/** The files right in the folder, such as the worker's; the page itself is sent with what its screen needs. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)

const ONE_YEAR = 365 * 24 * 60 * 60

/** What the reader chose, said again: Safari forgets after seven days what a script noted, and keeps what a server says. */
function choicesOf({ language, theme }: FirstScreen): string[] {
  const chosen = Object.entries({ language, theme }).filter(([, choice]) => !['en', 'system'].includes(choice))
  return chosen.map(([name, choice]) => serializeCookie(name, choice, { path: '/', maxAge: ONE_YEAR, sameSite: 'lax' }))
}

interface Links {
  readonly fonts: string
  readonly code: string
}

function pageWith(page: string, screen: FirstScreen, links: Links, drawn: Awaited<ReturnType<Draw>>): string {
  const theme = screen.theme === 'system' ? '' : ` data-theme="${screen.theme}"`
  const data = JSON.stringify(screen.data).replaceAll('<', '\\u003c')
  const whole = ownLook(page, screen.look)
    .replace('<html lang="en"', `<html lang="${screen.language}"${theme}`)
    // the style first, for nothing is painted before it; what the code needs after all that is seen
    .replace('</head>', () => `${links.fonts}${links.code}</head>`)
    .replace('<!--initial-->', () => `<script type="application/json" id="initial">${data}</script>`)
  const { preview, drawn: address } = screen
  const head = preview ? headOf(preview) : drawn && `<title>${escaped(drawn.title)}</title>`
  const headed = head === null ? whole : whole.replace(/<title>.*<\/title>/, () => head)
  if (!drawn || address === null) return headed
  return (
    headed
      // run as it comes, the code would keep the processor from painting what is there: index.html begins it
      .replaceAll(
        /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
        '<link rel="modulepreload" crossorigin fetchpriority="low" data-begin href="$1">',
      )
      .replace('<div id="root"></div>', () => `<div id="root" data-drawn="${escaped(address)}">${drawn.html}</div>`)
  )
}

/** What a page says of itself to sites that show links to it, and to those that look for classes. */
function headOf({ title, when, description, address, picture, data }: Shown): string {
  const text = [when, description].filter(Boolean).join('. ')
  const facts = {
    'og:type': 'website',
    'og:title': title,
    'og:description': text,
    'og:url': address,
    'og:image': picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  }
  const metas = Object.entries(facts).map(([name, said]) => `<meta property="${name}" content="${escaped(said)}">`)
  const known = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(text)}">`,
    `<link rel="canonical" href="${escaped(address)}">`,
    ...metas,
    `<script type="application/ld+json">${known}</script>`,
  ].join('')
}

/** What index.html names as it comes with the program, in the studio's own colour and with its icon. */
function ownLook(page: string, { key, isOwn }: Look): string {
  if (!isOwn) return page
  const at = `/look/${key}`
  return page
    .replace('href="/icon.svg" type="image/svg+xml"', `href="${at}/icon-192.png" type="image/png"`)
    .replace('/icons/apple-touch-icon.png', `${at}/apple-touch-icon.png`)
    .replace('</head>', `<link rel="stylesheet" data-look href="${at}/colours.css"></head>`)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The files that a screen needs besides what every page names already: fetched at once, not one after another. */
function preloadsOf(webDir: string, html: string): (screen: FirstScreen) => Links {
  const path = join(webDir, '.vite/manifest.json')
  const chunks = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : {}
  const reach = (key: string, found: Set<string>): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of chunks[key]?.imports ?? []) reach(next, found)
    return found
  }
  // text that is there before its font moves when it comes, but for a phone's lists; and a phone's line is needed for more
  const fonts = Object.values(chunks)
    .filter(({ file }) => /-latin-wght-.*\.woff2$/.test(file))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('')
  return ({ page, phone }) => {
    const needed = page && chunks[page] ? [...reach(page, new Set())] : []
    const files = needed.map((key) => chunks[key]?.file ?? '').filter((file) => !html.includes(file))
    const code = files.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`)
    return { fonts: phone ? '' : fonts, code: code.join('') }
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import files from '@fastify/static'
import { serialize as serializeCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escaped } from '#kernel/markup.ts'
import type { Language } from '#kernel/messages.ts'
import type { RequestInfo } from '#server/procedures.ts'
import type { Look } from '#studio/settings/rules.ts'
import type { Draw } from './drawing.ts'
import type { Shown } from './previews.ts'

/** What a page needs besides its files. */
export interface FirstScreen {
  readonly language: Language
  readonly theme: PageRequest['theme']
  readonly phone: boolean
  /** Logo and colours of the studio. */
  readonly look: Look
  /** Link preview for other sites; null when there is none. */
  readonly preview: Shown | null
  /** What a visitor's URL names does not exist, or no longer exists. */
  readonly isMissing: boolean
  /** Data for the browser, embedded as JSON. */
  readonly data: object
  /** Source file of the screen, as named in the build's manifest. */
  readonly page: string | undefined
  /** Path of the screen to render on the server; null when the browser renders it. */
  readonly drawn: string | null
}

/** What a page depends on, besides the caller. */
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
/** Fast compression: this page is made for each visitor. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Serves the built browser application: its files, and the page with the data of its first screen. */
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
      // file names under assets/ contain a hash of the content
      const forever = path.includes('/assets/')
      void reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      // caches must keep each encoding separately
      void reply.setHeader('vary', 'accept-encoding')
    },
  })
  // one route per folder, because a route per file slows the start; names that lead out of the folder are refused
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
    // 404 tells search engines to drop the page
    if (screen.isMissing) void reply.code(404)
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
    // nothing of the URL is repeated in the page, so its compressed length reveals nothing about the content
    return reply.header('content-encoding', 'br').send(await brotli(html, quick))
  }
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    // any path is a screen of the application, which also handles unknown ones
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/assets/') && !request.url.startsWith('/rpc/')
    if (wantsPage) return sendPage(request, reply)
    // no-store: while servers are replaced one by one, the next server may have the file
    return reply.code(404).header('cache-control', 'no-store').send({ ok: false, code: 'invalidInput' })
  })
}

/** Files directly in the folder, such as the service worker; the page itself is served with its screen's data. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)

const ONE_YEAR = 365 * 24 * 60 * 60

/** Repeats the reader's choices as cookies: Safari deletes cookies set by scripts after seven days. */
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
    // styles come first, because nothing is painted before them; code is needed after everything visible
    .replace('</head>', () => `${links.fonts}${links.code}</head>`)
    .replace('<!--initial-->', () => `<script type="application/json" id="initial">${data}</script>`)
  const { preview, drawn: address } = screen
  const head = preview ? headOf(preview) : drawn && `<title>${escaped(drawn.title)}</title>`
  const headed = head === null ? whole : whole.replace(/<title>.*<\/title>/, () => head)
  if (!drawn || address === null) return headed
  return (
    headed
      // starting at once, the code would delay the first paint of the rendered HTML: index.html starts it
      .replaceAll(
        /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
        '<link rel="modulepreload" crossorigin fetchpriority="low" data-begin href="$1">',
      )
      .replace('<div id="root"></div>', () => `<div id="root" data-drawn="${escaped(address)}">${drawn.html}</div>`)
  )
}

/** Head elements for link previews and search engines. */
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

/** Replaces the program's own colours and icons in index.html by the studio's. */
function ownLook(page: string, { key, isOwn }: Look): string {
  if (!isOwn) return page
  const at = `/look/${key}`
  return page
    .replace('href="/icon.svg" type="image/svg+xml"', `href="${at}/icon-192.png" type="image/png"`)
    .replace('/icons/apple-touch-icon.png', `${at}/apple-touch-icon.png`)
    .replace('</head>', `<link rel="stylesheet" data-look href="${at}/colours.css"></head>`)
}

/** Preload links for files the screen needs besides those of every page: fetched at once, not one after another. */
function preloadsOf(webDir: string, html: string): (screen: FirstScreen) => Links {
  const path = join(webDir, '.vite/manifest.json')
  const chunks = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : {}
  const reach = (key: string, found: Set<string>): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of chunks[key]?.imports ?? []) reach(next, found)
    return found
  }
  // preload fonts, because text moves when its font arrives later; not on phones, where bandwidth is scarcer
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

import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Sharp } from 'sharp'
import { isColour, paletteOf, type Pair } from '#kernel/colour.ts'
import type { Settings } from '#server/settings.ts'

/** Icons made from the logo, or from the program's own mark in the studio's colour. */
const pictures = new Map<string, (from: Source) => Promise<Sharp>>([
  ['logo.png', async ({ picture }) => picture],
  ['icon-192.png', (from) => square(from, 192, 1)],
  ['icon-512.png', (from) => square(from, 512, 1)],
  // phones crop this icon to their own shape, and may cut a tenth off each side
  ['maskable-512.png', (from) => square(from, 512, 0.8)],
  ['apple-touch-icon.png', (from) => square(from, 180, 0.9)],
])

interface Source {
  readonly picture: Sharp
  /** Background colour; null takes the colour of the picture's edge. */
  readonly ground: string | null
}

/**
 * Serves pictures and colours made from the studio's settings: `/look/KEY/…`, where the key changes with the settings.
 */
export function serveLook(
  app: FastifyInstance,
  parts: { settings: Settings; logo: () => Promise<string | null>; mark: string },
): void {
  const { settings } = parts
  /** Cached files of the current key only. */
  let drawn = { key: '', files: new Map<string, Promise<Buffer>>() }

  const draw = (name: string, make: (from: Source) => Promise<Sharp>): Promise<Buffer> => {
    const { key, accent } = settings.look
    if (drawn.key !== key) drawn = { key, files: new Map() }
    const known = drawn.files.get(name)
    if (known) return known
    const { files } = drawn
    const made = sourceOf(accent)
      .then(make)
      .then((picture) => picture.png().toBuffer())
    files.set(name, made)
    made.catch(() => files.delete(name))
    return made
  }

  const sourceOf = async (accent: string): Promise<Source> => {
    // loaded on demand, to save memory
    const { default: sharp } = await import('sharp')
    const logo = settings.look.hasLogo ? await parts.logo() : null
    if (logo) return { picture: sharp(Buffer.from(logo, 'base64')), ground: null }
    const [mark, ground] = markIn(accent, readFileSync(parts.mark, 'utf8'))
    return { picture: sharp(Buffer.from(mark), { density: 72 * 16 }), ground }
  }

  app.get<{ Params: { key: string; name: string } }>('/look/:key/:name', async (request, reply) => {
    const { key, name } = request.params
    const accent = `#${key.split('-')[1] ?? ''}`
    const make = pictures.get(name)
    if (name === 'colours.css' && isColour(accent)) {
      return reply.type('text/css; charset=utf-8').header('cache-control', forever).send(coloursFor(accent))
    }
    if (!make || (name === 'logo.png' && !settings.look.hasLogo)) {
      return reply.code(404).header('cache-control', 'no-store').send({ ok: false, code: 'invalidInput' })
    }
    // an old link, such as in an earlier e-mail, shows the current logo
    const fresh = key === settings.look.key
    return (
      reply
        .type('image/png')
        .header('cache-control', fresh ? forever : 'no-cache')
        // e-mail is read on pages of other sites
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(await draw(name, make))
    )
  })
}

const forever = 'public, max-age=31536000, immutable'

/** The mark on a background of that colour that fills the square. */
function markIn(accent: string, svg: string): [svg: string, ground: string] {
  const ground = paletteOf(accent).brand[0]
  const bare = svg.replace(/(<rect[^>]*?)( rx="[^"]*")?( fill=")[^"]*"/, `$1$3${ground}"`)
  return [bare, ground]
}

async function square({ picture, ground }: Source, size: number, share: number): Promise<Sharp> {
  const background = ground ?? (await cornerOf(picture))
  const inner = Math.round(size * share)
  const before = Math.floor((size - inner) / 2)
  const edge = { top: before, left: before, bottom: size - inner - before, right: size - inner - before }
  return picture.resize(inner, inner, { fit: 'contain', background }).extend({ ...edge, background })
}

/** Colour of the first pixel. */
async function cornerOf(picture: Sharp): Promise<{ r: number; g: number; b: number }> {
  const [r = 255, g = 255, b = 255] = await picture
    .clone()
    .toColourspace('srgb')
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { r, g, b }
}

/** Distinguishes the themes as web/styles.css does, also for browsers without light-dark(). */
function coloursFor(accent: string): string {
  const palette = Object.entries<Pair>({ ...paletteOf(accent) })
  const theme = (index: 0 | 1) => palette.map(([name, pair]) => `--color-${name}:${pair[index]}`).join(';')
  const [light, dark] = [theme(0), theme(1)]
  return [
    `:root{${light}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `@media screen{:root[data-theme=dark]{${dark}}}`,
  ].join('\n')
}

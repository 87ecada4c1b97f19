import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { HOUR } from '#kernel/time.ts'
import { done, refuseFields } from '#kernel/result.ts'
import { handler } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { LOGO } from '../rules.ts'
import { settings } from '../tables.ts'
import { isHonest } from './honest.ts'

/** Most pixels on a side: larger pictures would need hundreds of MB to decode, however small the file. */
const MOST_SIDE = 4096
/** Pixels on a side of the stored logo: sharp as an icon, and on screens with a pixel ratio of three. */
const KEPT_SIDE = 512
const SECONDS = 1

/** Decodes one picture at a time, as each may take a hundred MB of memory. */
const alone = pLimit(1)

/** Saves the logo as a newly drawn picture: only the pixels of the uploaded file are kept. */
export const saveLogo = handler({
  limits: () => [{ key: 'logo', max: 30, per: HOUR, perCaller: true }],
  prepare: async ({ logo }: { logo: string | null }) =>
    logo === null ? null : await alone(() => redrawn(Buffer.from(logo, 'base64'))),
  run: async (c, { logo }, picture) => {
    if (logo !== null && !picture) return refuseFields({ logo: 'pictureUnusable' })
    const changes = { picture, changedAt: c.now, editedBy: c.actorId }
    await c.tx
      .insert(settings)
      .values({ section: 'logo', value: {}, version: 1, ...changes })
      .onConflictDoUpdate({ target: settings.section, set: { ...changes, version: sql`${settings.version} + 1` } })
    const metadata = { section: 'studio', changed: ['logo'] }
    c.log({ channel: 'auth', level: 'info', message: logLines.saved('studio'), metadata })
    return done({})
  },
})

/** Returns a PNG in base64; null if the file is not a usable picture. */
export async function redrawn(file: Buffer): Promise<string | null> {
  if (!isPicture(file) || !isHonest(file)) return null
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(file, { failOn: 'error', limitInputPixels: MOST_SIDE ** 2, sequentialRead: true })
    const { width, height, hasAlpha } = await picture.metadata()
    if (Math.min(width, height) < LOGO.least || Math.max(width, height) > MOST_SIDE) return null
    const small = await picture
      .autoOrient()
      .resize(KEPT_SIDE, KEPT_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .png()
      .toBuffer()
    const png = hasAlpha ? await (await onGround(sharp(small))).png().toBuffer() : small
    return png.toString('base64')
  } catch {
    // cut off, of another type than declared, or too slow to decode
    return null
  }
}

/** Checks the first bytes, as the file name and the browser's type prove nothing. */
function isPicture(file: Buffer): boolean {
  const starts = (text: string, at = 0) => file.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  return starts('\x89PNG\r\n\x1a\n') || starts('\xff\xd8\xff') || (starts('RIFF') && starts('WEBP', 8))
}

/**
 * Adds a light background, or a dark one to a light drawing: the logo must be visible in both themes, in letters, and
 * as an icon.
 */
async function onGround(drawing: Sharp): Promise<Sharp> {
  const { width, height, channels } = await drawing.metadata()
  const pixels = await drawing.clone().raw().toBuffer()
  let [light, seen] = [0, 0]
  for (let at = 0; at < width * height * channels; at += channels) {
    const alpha = pixels[at + channels - 1] ?? 0
    seen += alpha
    light += alpha * (pixels[at + (channels >= 3 ? 1 : 0)] ?? 0)
  }
  // fully transparent
  if (seen === 0) throw new Error('The picture is empty.')
  const background = light / seen > 190 ? '#241627' : '#ffffff'
  const edge = Math.round(Math.max(width, height) * 0.08)
  return drawing.flatten({ background }).extend({ top: edge, bottom: edge, left: edge, right: edge, background })
}

import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { paletteOf } from '#kernel/colour.ts'
import type { Preview } from '#kernel/preview.ts'
import type { Settings } from '#server/settings.ts'

const require = createRequire(import.meta.url)
const fonts = {
  plain: require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf'),
}

/** What sites that show links ask for, in pixels. */
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]

/** One after the other: anybody may ask for them. */
const turn = pLimit(1)
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 100 })

/** A picture of the name and the time, in the studio's colour. */
export function drawPreview({ title, when }: Pick<Preview, 'title' | 'when'>, settings: Settings): Promise<Buffer> {
  const { studioName, look } = settings
  const key = JSON.stringify([title, when, studioName, look.accent])
  const known = drawn.get(key)
  if (known) return known
  const made = turn(() => draw({ title, when, studioName, ground: paletteOf(look.accent).brand[0] }))
  drawn.set(key, made)
  made.catch(() => drawn.delete(key))
  return made
}

async function draw(parts: { title: string; when: string; studioName: string; ground: string }): Promise<Buffer> {
  const [name, title, when] = await Promise.all([
    textOf(parts.studioName, 'bold', 36),
    textOf(parts.title, 'bold', 96),
    textOf(parts.when, 'plain', 44),
  ])
  const curve = `<svg width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-width="12" stroke-linecap="round">
    <path d="M760 560C860 380 980 330 1010 420S930 560 900 480S980 300 1130 420S1180 470 1240 440" stroke="#ff8a73"/>
    <path d="M700 600C860 560 900 500 1010 540S1130 590 1240 520" stroke="#ffc857" stroke-width="8"/></svg>`
  return await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: parts.ground } })
    .composite([
      { input: Buffer.from(curve), left: 0, top: 0 },
      { input: name.data, left: MARGIN, top: MARGIN },
      { input: title.data, left: MARGIN, top: 210 },
      { input: when.data, left: MARGIN, top: 210 + title.info.height + 36 },
    ])
    .png()
    .toBuffer()
}

/** White words in at most two lines, cut at their end. */
async function textOf(text: string, font: keyof typeof fonts, size: number) {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  const marked = `<span foreground="white">${shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`
  const drawn = sharp({
    text: {
      text: marked,
      font: `Figtree ${size}px`,
      fontfile: fonts[font],
      width: WIDTH - 2 * MARGIN,
      rgba: true,
      dpi: 72,
    },
  })
  return await drawn.png().toBuffer({ resolveWithObject: true })
}

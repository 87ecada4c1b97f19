import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { paletteOf } from '#kernel/colour.ts'
import { escaped } from '#kernel/markup.ts'
import type { Preview } from '#kernel/preview.ts'
import type { Settings } from '#server/settings.ts'

/** Loaded on demand, to save memory. */
const library = async () => (await import('sharp')).default

const require = createRequire(import.meta.url)
/**
 * Both files have the same family name: the weight selects one, otherwise the file loaded last would be used for both.
 */
const fonts = {
  plain: { file: require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'), weight: 'Medium' },
  bold: {
    file: require.resolve('@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf'),
    weight: 'Ultra-Bold',
  },
}

/** Size of link preview pictures, in pixels. */
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const TITLE_TOP = 190
/** Most characters: at the smallest font size even wide ones fit. */
const LONGEST = 90

/** One at a time: anybody may request pictures. */
const turn = pLimit(1)
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 100 })

/** Draws a picture with the name and the time, in the studio's colour. */
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
  const [name, title, when] = [
    await textOf(parts.studioName, 'bold', { sizes: [36, 28], most: 50 }),
    await textOf(parts.title, 'bold', { sizes: [96, 76, 60, 48], most: 250 }),
    await textOf(parts.when, 'plain', { sizes: [44, 36], most: 60 }),
  ]
  const below = TITLE_TOP + (title?.height ?? 0) + 36
  // a long title overlaps the curve: fade the curve, so that the text stays readable
  const opacity = below > 400 ? 0.3 : 1
  const curve = `<svg width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-width="12" stroke-linecap="round" opacity="${opacity}">
    <path d="M760 560C860 380 980 330 1010 420S930 560 900 480S980 300 1130 420S1180 470 1240 440" stroke="#ff8a73"/>
    <path d="M700 600C860 560 900 500 1010 540S1130 590 1240 520" stroke="#ffc857" stroke-width="8"/></svg>`
  const at = (top: number, text: Text | null) => (text ? [{ input: text.data, left: MARGIN, top }] : [])
  const sharp = await library()
  return await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: parts.ground } })
    .composite([
      { input: Buffer.from(curve), left: 0, top: 0 },
      ...at(MARGIN, name),
      ...at(TITLE_TOP, title),
      ...at(below, when),
    ])
    .png()
    .toBuffer()
}

interface Text {
  readonly data: Buffer
  readonly height: number
}

/** Characters that none of our fonts can draw. */
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{1f3fb}-\u{1f3ff}]|\u200d|\ufe0f/gu

/** White text in the largest of these sizes that fits the height; null when there is nothing to draw. */
async function textOf(
  text: string,
  font: keyof typeof fonts,
  { sizes, most }: { readonly sizes: readonly number[]; readonly most: number },
): Promise<Text | null> {
  const plain = text.replace(PICTOGRAPH, '').replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  const shown = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : plain
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(shown)) return null
  const sharp = await library()
  const marked = `<span foreground="white">${escaped(shown)}</span>`
  for (const size of sizes) {
    const { file, weight } = fonts[font]
    const { data, info } = await sharp({
      text: {
        text: marked,
        font: `Figtree ${weight} ${size}px`,
        fontfile: file,
        width: WIDTH - 2 * MARGIN,
        // a single word may be too long for a line
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if (info.height <= most || size === sizes.at(-1)) return { data, height: info.height }
  }
  return null
}

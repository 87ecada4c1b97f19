// The studio's own colours in pages and e-mails: readable on every background, in both themes.

type Rgb = readonly [number, number, number]
export type Pair = readonly [light: string, dark: string]

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const rgbOf = (colour: string): Rgb => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** WCAG 2.2, relative luminance. */
export function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours; `share` (0 to 1) is how much of `to` is mixed in. */
function mixed(from: string, to: string, share: number): string {
  const [start, end] = [rgbOf(from), rgbOf(to)]
  return hexOf(start.map((part, index) => part + ((end[index] ?? part) - part) * share) as unknown as Rgb)
}

/** The first colour on the way to white or black that has this contrast ratio on all the backgrounds. */
function readable(colour: string, towards: '#ffffff' | '#000000', grounds: readonly string[], ratio: number): string {
  for (let step = 0; step < 50; step++) {
    const found = mixed(colour, towards, step / 50)
    if (grounds.every((ground) => contrast(found, ground) >= ratio)) return found
  }
  return towards
}

/** Contrast ratio of text, WCAG 2.2 level AA. */
export const READABLE = 4.5
/** Contrast ratio of the accent in the dark theme: as much as the studio's first accent colour had. */
const READABLE_IN_THE_DARK = 7

/** Backgrounds of text: canvas, surface, raised and sunken in web/styles.css. */
const grounds = {
  light: ['#fbf7f6', '#ffffff', '#f4edf0'],
  dark: ['#17111a', '#211925', '#2a2030', '#1c1520'],
} as const

/** The muted text colour of web/styles.css: e-mails use it for facts on a soft background. */
export const muted: Pair = ['#6b5a6d', '#bdacbf']

/** Mixes as much of the accent into a background as leaves muted text readable. */
function softened(ground: string, accent: string, share: number, text: string): string {
  for (let percent = share; percent > 0; percent--) {
    const found = mixed(ground, accent, percent / 100)
    if (contrast(found, text) >= READABLE) return found
  }
  return ground
}

/** All colours derived from an accent colour; names as in web/styles.css, without `--color-`. */
export interface Palette {
  readonly brand: Pair
  readonly 'brand-strong': Pair
  readonly 'brand-soft': Pair
  readonly 'on-brand': Pair
  readonly focus: Pair
}

export function paletteOf(accent: string): Palette {
  const soft: Pair = [softened('#ffffff', accent, 10, muted[0]), softened('#211925', accent, 25, muted[1])]
  const light = readable(accent, '#000000', [...grounds.light, soft[0]], READABLE)
  const dark = readable(accent, '#ffffff', [...grounds.dark, soft[1]], READABLE_IN_THE_DARK)
  return {
    brand: [light, dark],
    'brand-strong': [mixed(light, '#000000', 0.3), mixed(dark, '#ffffff', 0.4)],
    'brand-soft': soft,
    'on-brand': ['#ffffff', readable(accent, '#000000', [dark], READABLE_IN_THE_DARK)],
    focus: [light, dark],
  }
}

// `npm run icons`: renders the application's icons from public/icon.svg in the sizes that phones need.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium, systemChromium } from './browser.mjs'
import { root } from './tools.mjs'

const impossible = await ensureChromium()
if (impossible) throw new Error(impossible)

const svg = readFileSync(join(root, 'public/icon.svg'), 'utf8')
const folder = join(root, 'public/icons')
/** The background without rounded corners: a phone applies its own mask, which may cut off a tenth on each side. */
const [ground] = /<rect[^>]*fill="([^"]+)"[^>]*>/.exec(svg)?.slice(1) ?? []
const bare = svg.replace(/<rect[^>]*>/, '')

const icons = [
  { name: 'icon-192.png', size: 192, drawing: svg, scale: 1 },
  { name: 'icon-512.png', size: 512, drawing: svg, scale: 1 },
  { name: 'maskable-512.png', size: 512, drawing: bare, scale: 0.8, ground },
  { name: 'apple-touch-icon.png', size: 180, drawing: bare, scale: 0.9, ground },
]

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: systemChromium() })
try {
  const page = await browser.newPage()
  for (const { name, size, drawing, scale, ground: color = 'transparent' } of icons) {
    await page.setViewportSize({ width: size, height: size })
    const inner = Math.round(size * scale)
    await page.setContent(
      `<style>*{margin:0}body{width:${size}px;height:${size}px;display:grid;place-items:center;background:${color}}
      svg{width:${inner}px;height:${inner}px}</style>${drawing}`,
    )
    await page.screenshot({ path: join(folder, name), omitBackground: true })
    console.log(`public/icons/${name}`)
  }
} finally {
  await browser.close()
}

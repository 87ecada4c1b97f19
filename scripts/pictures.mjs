// `npm run pictures`: takes the README's pictures from the sample studio, so that they show what there is.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { ensureChromium, systemChromium } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { freePort, root } from './tools.mjs'

const folder = join(root, 'docs/pictures')
const phone = { width: 360, height: 740, scale: 2 }
const desktop = { width: 1280, height: 800, scale: 1 }

/** Who sees what, on which screen; the accounts are those that `npm run demo` prints. */
const pictures = [
  { name: 'classes-phone', path: '/classes', who: 'member', screen: phone, theme: 'light' },
  { name: 'dashboard-phone', path: '/dashboard', who: 'member', screen: phone, theme: 'dark' },
  { name: 'registrants-phone', path: '/admin/class-registrants', who: 'teacher', screen: phone, theme: 'light' },
  { name: 'dashboard', path: '/dashboard', who: 'member', screen: desktop, theme: 'light' },
  { name: 'classes', path: '/classes', who: 'member', screen: desktop, theme: 'dark' },
  { name: 'payments', path: '/admin/payments', who: 'admin', screen: desktop, theme: 'light' },
]

const impossible = await ensureChromium()
if (impossible) throw new Error(impossible)
await prepare()

const dataDir = mkdtempSync(join(tmpdir(), 'studio-pictures-'))
const port = await freePort()
const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port) }
const server = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({ executablePath: systemChromium() })
try {
  const accounts = await accountsOf(server)
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures) {
    const size = await take(picture, accounts)
    console.log(`docs/pictures/${picture.name}.webp, ${Math.round(size / 1024)} kB`)
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((done) => server.once('exit', done))
  rmSync(dataDir, { recursive: true, force: true })
}

/** Reads the printed accounts up to the last of them: role or name → e-mail, and the password of all. */
async function accountsOf(server) {
  const lines = []
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line)
    if (/^\s+\S+@\S+/.test(line) && line.includes('not verified')) break
  }
  server.stdout.resume()
  const emailOf = (mark) => lines.find((line) => mark.test(line))?.match(/\S+@\S+/)?.[0]
  return {
    admin: emailOf(/@\S+ .*\badmin$/),
    teacher: emailOf(/@\S+ .*\bteacher$/),
    member: emailOf(/@\S+ .*member with passes/),
    password: lines
      .find((line) => line.includes('password'))
      ?.split(' ')
      .at(-1),
  }
}

async function take({ name, path, who, screen, theme }, accounts) {
  const { width, height, scale } = screen
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width, height },
    deviceScaleFactor: scale,
    // its scroll bars lie over the page: no empty strip beside it
    isMobile: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('EMAIL').fill(accounts[who])
  await page.getByLabel('PASSWORD', { exact: true }).fill(accounts.password)
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
  await page.waitForURL('/dashboard')
  await page.goto(path)
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('[aria-busy=true]'))
  await page.evaluate(() => document.fonts.ready)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.webp`), picture)
  await context.close()
  return picture.length
}

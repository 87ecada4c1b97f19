// `npm run pictures`: takes the README's pictures from the sample studio, so that they match the product. With names
// (`npm run pictures -- bank`) it takes only those.
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

/**
 * The pictures in the order of an owner's questions: account, screen and theme; the accounts are those that `npm run
 * demo` prints. `first` runs on the page before the picture is taken.
 */
const pictures = [
  { name: 'timetable', path: '/classes', screen: desktop, theme: 'light', first: roomsShown },
  { name: 'family-phone', path: '/classes', who: 'parent', screen: phone, theme: 'light', first: forWhom },
  { name: 'planner', path: '/admin/add-to-schedule', who: 'admin', screen: desktop, theme: 'light', first: plan },
  { name: 'door-phone', path: '/door', who: 'teacher', screen: phone, theme: 'dark', first: markThree },
  { name: 'bank', path: '/admin/bank', who: 'admin', screen: desktop, theme: 'light', first: readStatement },
  { name: 'member-phone', path: '/dashboard', who: 'member', screen: phone, theme: 'dark' },
  { name: 'payments', path: '/admin/payments', who: 'admin', screen: desktop, theme: 'light' },
  { name: 'statistics', path: '/admin/statistics', who: 'admin', screen: desktop, theme: 'dark', first: toTheHeatMap },
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
  const wanted = process.argv.slice(2)
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const size = await take(picture, accounts)
    console.log(`docs/pictures/${picture.name}.webp, ${Math.round(size / 1024)} kB`)
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((done) => server.once('exit', done))
  rmSync(dataDir, { recursive: true, force: true })
}

/** Reads the printed accounts: role or name → e-mail, and their common password. */
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
    parent: emailOf(/@\S+ .*guardian of/),
    password: lines
      .find((line) => line.includes('password'))
      ?.split(' ')
      .at(-1),
  }
}

async function take({ name, path, who, screen, theme, first }, accounts) {
  const { width, height, scale } = screen
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width, height },
    deviceScaleFactor: scale,
    // overlay scroll bars, which leave no empty strip
    isMobile: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  // hides the beta banner
  await context.addCookies([{ name: 'betaHidden', value: '1', url: `http://localhost:${port}` }])
  const page = await context.newPage()
  if (who) await signIn(page, accounts[who], accounts.password)
  await open(page, path)
  await first?.(page)
  await page.evaluate(() => document.fonts.ready)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.webp`), picture)
  await context.close()
  return picture.length
}

async function signIn(page, email, password) {
  await page.goto('/login')
  await page.getByLabel('EMAIL').fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
  await page.waitForURL('/dashboard')
}

async function open(page, path) {
  await page.goto(path)
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('[aria-busy=true]'))
}

/** Rooms and teachers load after the classes. */
async function roomsShown(page) {
  await page.getByText('Suur saal').filter({ visible: true }).first().waitFor()
}

/** Registers two children for one class at once. */
async function forWhom(page) {
  const row = page.getByRole('listitem', { name: 'Hip-Hop Foundations' }).first()
  await row.getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Mia', 'Ott']) await dialog.getByText(name, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).waitFor()
}

/** Plans eight weeks of a class on two weekdays. */
async function plan(page) {
  const monday = new Date()
  monday.setDate(monday.getDate() + 21 + ((8 - monday.getDay()) % 7))
  const end = new Date(monday.getTime() + 55 * 86_400_000)
  const day = (date) => date.toISOString().slice(0, 10)
  await page.getByLabel('Class', { exact: false }).first().selectOption({ label: 'Stretching and Splits' })
  for (const weekday of ['Monday', 'Thursday']) await page.getByText(weekday, { exact: true }).click()
  await page.getByLabel('Start time').fill('20:00')
  await page.getByLabel('End time').fill('21:00')
  await page.getByLabel('Start date').fill(day(monday))
  await page.getByLabel('End date').fill(day(end))
  await page.getByRole('heading', { name: 'What will be added' }).waitFor()
  await page.locator('main li time, main section li').first().waitFor()
  await page.evaluate(() => {
    document.activeElement.blur()
    scrollTo(0, 0)
  })
}

/** Marks the first three people as present. */
async function markThree(page) {
  const rows = page.locator('main li > button.min-h-16')
  for (const place of [0, 1, 2]) await rows.nth(place).click()
  await page.getByText('3/', { exact: false }).first().waitFor()
  await page.getByText('not sent').waitFor({ state: 'hidden' })
}

async function toTheHeatMap(page) {
  await page.locator('canvas').first().waitFor()
  await page.locator('main table').first().waitFor()
}

/** Imports a bank statement: payers who give their reference, and one who does not. */
async function readStatement(page) {
  await open(page, '/admin/payments')
  const seen = new Map()
  for (const row of await page.locator('main tbody tr').all()) {
    const link = row.locator('a').first()
    const name = await link.innerText()
    const cents = Number(/(\d+)€/.exec(await row.innerText())?.[1]) * 100
    const isTransfer = (await row.innerText()).includes('Bank Transfer')
    if (isTransfer && !seen.has(name)) seen.set(name, { name, cents, href: await link.getAttribute('href') })
  }
  const payers = [...seen.values()].slice(0, 5)
  for (const payer of payers) {
    await open(page, payer.href)
    const text = await page.locator('main').innerText()
    payer.reference = /Reference number\s+([\d ]+)/.exec(text)?.[1]?.replaceAll(' ', '')
  }
  const [unnamed, ...named] = payers
  const lines = [
    ...named.filter(({ reference }) => reference).map((payer) => ({ ...payer, text: 'Trennid' })),
    { ...unnamed, reference: '', text: `Trenn, ${unnamed.name}` },
  ]
  await open(page, '/admin/bank')
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(statement(lines)),
  })
  await page.getByRole('button', { name: /^Settle/ }).waitFor()
  // scroll to the lines
  await page.evaluate(() => scrollTo(0, 150))
}

/** A CSV file in the format of Estonian banks; the account is the sample studio's. */
function statement(lines) {
  const today = new Date().toISOString().slice(0, 10)
  const head =
    'Kliendi konto,Dokumendi number,Kuupäev,Saaja/maksja konto,Saaja/maksja nimi,Deebet/Kreedit (D/C),Summa,Viitenumber,Arhiveerimistunnus,Selgitus,Valuuta,Isikukood või registrikood,Saaja/maksja panga BIC,Makse algataja nimi,Kande viide,Konto teenusepakkuja viide'
  const row = ({ name, cents, reference, text }, place) =>
    [
      'EE382200221020145685',
      String(place + 1),
      today,
      '',
      name,
      'C',
      (cents / 100).toFixed(2),
      reference,
      `PICTURE${place}`,
      text,
      'EUR',
      '',
      '',
      '',
      `PICTURE-ENTRY-${place}`,
      `PICTURE-LINE-${place}`,
    ]
      .map((cell) => `"${cell}"`)
      .join(',')
  return [head, ...lines.map(row)].join('\r\n')
}

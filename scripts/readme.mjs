// `npm test -- --only=readme`: follows README.md word for word in an empty folder, up to the first class that a person
// has booked, and runs each command it names. The commands are read from the README, so it fails when the README is
// wrong. Its build is of this checkout's sources and is kept for the other steps of `npm test`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePackages, takeBuild } from './prepare.mjs'
import { freePort, root } from './tools.mjs'

await ensurePackages()
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'studio-readme-'))
const port = await freePort()
const running = new Set()
const began = performance.now()
const say = (what) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${what}`)

try {
  copyCheckout()
  knowsItsNames()
  await opensAStudio()
  takeBuild(folder)
  say('README.md tells the truth.')
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** Copies what a clone has. The packages are those of this checkout: downloading them would only test the network. */
function copyCheckout() {
  const left = new Set([
    'node_modules',
    'dist',
    '.git',
    '.cache',
    'data',
    'demo-data',
    'backups',
    'test-results',
    '.env',
  ])
  const names = readdirSync(root).filter((name) => !left.has(name))
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  say(`copied to an empty folder: ${names.length} files and folders`)
}

/**
 * Checks that every script, file, picture and setting that the README names exists, and that it names every setting.
 */
function knowsItsNames() {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const known = (name) => ['start', 'test'].includes(name) || name in scripts
  const commands = [...readme.matchAll(/npm (?:run )?([a-z-]+)/g)].map(([, name]) => name)
  for (const name of commands) assert(known(name), `README.md names npm run ${name}, which there is not.`)
  for (const [, link, picture] of readme.matchAll(/\]\((?!https?:|#)([^)]+)\)|src="([^"]+)"/g)) {
    const target = (link ?? picture).replace(/#.*/, '')
    assert(existsSync(join(folder, target)), `README.md leads to ${target}, which there is not.`)
  }
  const settings = readFileSync(join(folder, 'src/server/settings.ts'), 'utf8')
  const names = settings.matchAll(/(?:value|checked|optional)\(\s*'([A-Z_]+)'/g)
  const read = new Set([...names].map(([, name]) => name))
  const rows = readme.split('\n').filter((line) => line.startsWith('| `') && /^\| `[A-Z]/.test(line))
  const told = new Set(rows.flatMap((line) => [...line.split('|')[1].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)))
  assert.deepEqual(told, read, 'The settings in README.md and src/server/settings.ts')
  say(`${new Set(commands).size} commands and ${told.size} settings are known`)
}

/** Follows "Open your own studio" step by step, and then runs the commands of its table. */
async function opensAStudio() {
  const section = readme.split('\n## ').find((part) => part.startsWith('Open your own studio'))
  assert(section, 'README.md has no "Open your own studio".')
  const start = /```sh\n(.+)\n```/.exec(section)?.[1]
  const address = /Open <(http:\/\/localhost:\d+)>/.exec(section)?.[1]
  const outbox = /`(data\/outbox\/)`/.exec(section)?.[1]
  const role = /`(npm run role -- (\S+@\S+) admin)`/.exec(section)
  assert(start && address && outbox && role, '"Open your own studio" lacks a command, an address or a folder.')
  assert.equal(address, 'http://localhost:3000', 'the port that is used where none is set')
  const url = address.replace(/\d+$/, String(port))

  const server = run(start)
  await server.says(` is open at ${url}`)
  say(`${start}: open at ${url}`)
  assert.match(server.output(), /There is no admin yet/)

  const email = role[2]
  const password = 'tantsin'
  const person = { displayName: 'Liis', familyName: 'Kask', dob: '1999-09-09', email, password, language: 'en' }
  await must(url, 'accounts.signUp', person)
  await server.says('.eml')
  const letters = readdirSync(join(folder, outbox))
  assert.equal(letters.length, 1, `one letter in ${outbox}`)
  const link = linkIn(readFileSync(join(folder, outbox, letters[0]), 'utf8'))
  assert(link.startsWith(url), `the link leads to ${url}`)
  assert.equal((await fetch(link)).status, 200)
  await must(url, 'accounts.verifyEmail', { token: link.split('#token=')[1] })
  await ends(role[1], /is now admin/)
  const cookie = await signIn(url, email, password)
  say(`${role[1]}: done while the server runs`)

  await booksAClass(url, cookie)
  say('the first class is booked')

  const file = 'first-backup.jsonl.gz'
  await ends(fill('backup', file), /holds the whole studio/)
  await ends(fill('doctor'), /All is well/)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0, 'the server ends cleanly')
  await ends(fill('restore', file), /Restored \d+ rows/, { DATA_DIR: 'restored' })
  say('backed up, examined and restored')
}

/** Steps that the README leaves to the Admin menu: creates a class, schedules it, and takes a place. */
async function booksAClass(url, cookie) {
  const description = 'For everyone'
  const form = { name: 'Hip hop', description, defaultMaxParticipants: 10, categories: ['Girl Group'] }
  const { id: classId } = await must(url, 'classes.create', form, cookie)
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const times = { startDate: day, endDate: day, startTime: '18:00', endTime: '19:30' }
  const plan = { classId, weekdays: [1, 2, 3, 4, 5, 6, 7], ...times, standardPrice: null, memberPrice: null }
  await must(url, 'schedule.add', plan, cookie)
  const { entries } = await ask(url, 'registrations.upcoming', { weeks: 2 }, cookie)
  assert.deepEqual(
    entries.map(({ className }) => className),
    ['Hip hop'],
  )
  const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null }
  await must(url, 'registrations.registerWithDropIn', { scheduleId: entries[0].id, ...payment }, cookie)
  const mine = await ask(url, 'registrations.mine', {}, cookie)
  assert.equal(mine[0]?.className, 'Hip hop')
}

/** A command from the README's table, with its FILE filled in. */
function fill(name, file) {
  const row = new RegExp(`^\\| \`(npm run ${name}[^\`]*)\``, 'm').exec(readme)?.[1]
  assert(row, `README.md has no row for npm run ${name}.`)
  return file ? row.replace('FILE', file) : row
}

function run(command, env = {}) {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: { ...withoutSettings(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let wake = () => {}
  const take = (chunk) => {
    output += chunk
    wake()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise((done) => child.once('close', done))
  void ended.then(() => running.delete(child))
  const says = async (text) => {
    const over = ended.then((code) => assert.fail(`"${command}" ended with ${code}:\n${output}`))
    over.catch(() => {})
    while (!output.includes(text)) await Promise.race([over, new Promise((done) => (wake = done))])
  }
  return { child, ended, says, output: () => output }
}

/** The environment without settings, which would be those of another studio. */
function withoutSettings() {
  const told = new Set([...readme.matchAll(/`([A-Z_]{3,})`/g)].map(([, name]) => name))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !told.has(name)))
}

async function ends(command, expected, env) {
  const { ended, output } = run(command, env)
  assert.equal(await ended, 0, `"${command}" failed:\n${output()}`)
  assert.match(output(), expected)
}

function linkIn(letter) {
  const text = letter
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const link = /https?:\/\/\S+?token=[\w-]+/.exec(text)?.[0]
  assert(link, `no link in\n${text}`)
  return link
}

function call(url, name, input, cookie) {
  return fetch(`${url}/rpc/${name}`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ key: randomUUID(), input }),
  })
}

async function must(url, name, input, cookie) {
  const answer = await (await call(url, name, input, cookie)).json()
  assert(answer.ok, `${name} refused: ${JSON.stringify(answer)}`)
  return answer.value
}

async function signIn(url, email, password) {
  const answer = await call(url, 'accounts.signIn', { email, password })
  assert.equal(answer.status, 200)
  return answer.headers.get('set-cookie').split(';')[0]
}

/** One answer of a live query. */
async function ask(url, name, input, cookie) {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { origin: url, cookie } })
  try {
    return await new Promise((done, fail) => {
      socket.on('error', fail)
      socket.on('open', () => socket.send(JSON.stringify({ watch: name, name, input })))
      socket.on('message', (data) => {
        const frame = JSON.parse(new TextDecoder().decode(data))
        if (frame.key !== name) return
        if ('answer' in frame) done(frame.answer)
        else fail(new Error(`${name}: ${JSON.stringify(frame)}`))
      })
    })
  } finally {
    socket.terminate()
  }
}

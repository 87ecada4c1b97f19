import { posix } from 'node:path'
import { readFileSync } from 'node:fs'

/** The studio's concepts, lowest first: each may import only itself and those before it in this list. */
export const concepts = [
  'logs',
  'accounts',
  'settings',
  'signing',
  'notices',
  'families',
  'closures',
  'rooms',
  'classes',
  'schedule',
  'payments',
  'bank',
  'memberships',
  'courses',
  'bills',
  'registrations',
  'waiting',
  'passes',
  'standIns',
  'mailings',
  'attendance',
  'stebby',
  'door',
  'pay',
  'papers',
  'feeds',
  'statistics',
  'merging',
  'moving',
  'privacy',
  'search',
]

/** A concept's layers, each one file or a folder of that name. `shared` layers run on both sides. */
const layers = ['rules', 'contract', 'calls', 'messages', 'screens', 'tables', 'events', 'server', 'pages', 'parts']
const shared = ['rules', 'contract', 'calls', 'messages']
/** Above all concepts are the screens that show several of them. */
const order = [...concepts, 'together']
/** What the browser loads. Of contracts it has only the types, and calls.ts names their procedures. */
const inBrowser = ['rules', 'calls', 'messages', 'screens', 'pages', 'parts', 'ui', 'web', 'web top']
const layersTogether = ['messages', 'screens', 'pages']
const sharedPackages = ['zod/mini', 'temporal-polyfill', 'uqr']

/** The only files of the server core that import a concept's rules and procedures. */
const wiring = [
  'src/server/studio.ts',
  'src/server/operator/orders.ts',
  'src/server/demo/',
  'src/server/http/firstScreen.ts',
]
/**
 * Server modules that concepts' servers may use besides the database. The rest of the server calls concepts, not the
 * other way round.
 */
const kit = [
  'src/server/procedures.ts',
  'src/server/events.ts',
  'src/server/jobs/jobs.ts',
  'src/server/errands/errand.ts',
  'src/server/settings.ts',
  'src/server/commands/limits.ts',
  'src/server/commands/forget.ts',
  'src/server/mail/letter.ts',
  'src/server/push/queue.ts',
  'src/server/retries.ts',
]
/** What a screen declares, the list of all screens, and their addresses: for both sides. */
const screens = ['src/studio/addresses.ts', 'src/studio/screen.ts', 'src/studio/screens.ts']
/** Files above all pages; pages may not import them. */
const webTop = ['src/web/main.tsx', 'src/web/render.tsx', 'src/web/App.tsx', 'src/web/router.tsx', 'src/web/shell/']

/** A sealed folder: other files may import only its entry file. */
const sealed = {
  folder: 'src/server/db/embedded/',
  entry: 'src/server/db/embedded/embedded.ts',
  // this test disables a part of the engine to prove its effect
  except: ['src/server/testing/torture/05-power-loss.test.ts'],
}

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** The server runs with the packages in `dependencies`; `devDependencies` are bundled or are tools. */
const serverPackages = Object.keys(manifest.dependencies ?? {})

const startsWithOneOf = (path, starts) =>
  starts.some((start) => path === start || (start.endsWith('/') && path.startsWith(start)))
const isTest = (path) => /\.test\.tsx?$/.test(path)

/**
 * The room of a file: its name, its concept if it belongs to one, and whether it is a test.
 * Undefined when it is in no room.
 */
function roomOf(path) {
  const test = isTest(path)
  const [top, second, third, fourth] = path.split('/')
  if (['e2e', 'bench', 'scripts', 'law', 'dist', 'public'].includes(top) && second)
    return { name: top, house: top, test }
  if (!path.startsWith('src/')) return second ? undefined : { name: 'root', house: 'root', test }
  if (second === 'kernel' && third) return { name: 'kernel', house: 'src/kernel', test }
  if (second === 'web' && third) {
    const tested = path.replace(/\.test\.ts$/, '.tsx')
    if (startsWithOneOf(path, webTop) || webTop.includes(tested)) return { name: 'web top', house: 'src/web', test }
    return { name: third === 'ui' ? 'ui' : 'web', house: 'src/web', test }
  }
  if (second === 'server' && third) {
    if (third === 'testing') return { name: 'testing', house: 'src/server', test }
    // changes are announced by the database, so they belong to it, as do the tables of the server core
    if (['db', 'changes'].includes(third) || fourth === 'tables.ts') return { name: 'db', house: 'src/server', test }
    const plain = path.replace(/(\.db)?\.test\.ts$/, '.ts')
    if (startsWithOneOf(plain, wiring)) return { name: 'wiring', house: 'src/server', test }
    return { name: kit.includes(plain) ? 'kit' : 'server core', house: 'src/server', test }
  }
  if (screens.includes(path.replace(/\.test\.ts$/, '.ts'))) return { name: 'screens', house: 'src/studio', test }
  // tests of several concepts together are above them all
  if (second === 'studio' && third === 'together' && fourth && test)
    return { name: 'together', house: 'src/studio', test }
  if (second === 'studio' && order.includes(third) && fourth) {
    const house = `src/studio/${third}`
    const layer = (third === 'together' ? layersTogether : layers).find(
      (name) => fourth === name || fourth.startsWith(`${name}.`),
    )
    if (layer) return { name: layer, concept: third, house, test }
    // a test that belongs to no single layer is next to the server layer: races.db.test.ts
    if (test) return { name: 'server', concept: third, house, test }
  }
  return undefined
}

/** The path that an import points to, relative to the repository's root; undefined for a package. */
function targetOf(path, specifier) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier))
  return undefined
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Why a room may not use a package; undefined when it may. */
function judgePackage(room, specifier) {
  const node = specifier.startsWith('node:')
  if (room.test || ['testing', 'e2e', 'bench', 'scripts', 'law', 'root'].includes(room.name)) return undefined
  if (room.name === 'kernel' || room.name === 'screens' || shared.includes(room.name)) {
    if (sharedPackages.includes(specifier)) return undefined
    return `${room.name} runs on both sides: it uses no platform, and no package but ${sharedPackages.join(', ')}.`
  }
  if (['pages', 'parts', 'ui', 'web', 'web top'].includes(room.name)) {
    if (node) return 'The browser has no Node: ask the server through a contract.'
    if (sharedPackages.includes(specifier) || !serverPackages.includes(packageOf(specifier))) return undefined
    return `The browser loads no server package; of those both sides share it may use ${sharedPackages.join(', ')}.`
  }
  if (room.name === 'tables') {
    if (/^drizzle-orm(\/|$)/.test(specifier)) return undefined
    return 'Tables are only described: drizzle-orm is all they need.'
  }
  if (node || serverPackages.includes(packageOf(specifier))) return undefined
  return 'The server runs with node: modules and the `dependencies` of package.json; it draws nothing and loads no tool.'
}

/** The rooms that each room may import; `own` allows only the layer of the same concept. */
const reach = {
  kernel: ['kernel'],
  rules: ['kernel', ...shared],
  contract: ['kernel', ...shared],
  calls: ['kernel', 'own contract'],
  messages: ['kernel', ...shared],
  screens: ['kernel', ...shared, 'screens'],
  tables: ['kernel', ...shared, 'tables', 'db'],
  together: ['kernel', ...shared],
  events: ['kernel', ...shared, 'tables', 'kit'],
  server: ['kernel', ...shared, 'tables', 'events', 'server', 'db', 'kit'],
  pages: ['kernel', ...shared, 'own pages', 'parts', 'web', 'ui'],
  parts: ['kernel', ...shared, 'parts', 'web', 'ui'],
  ui: ['kernel', 'ui', 'web'],
  web: ['kernel', ...shared, 'screens', 'parts', 'ui', 'web', 'web top'],
  'web top': ['kernel', ...shared, 'screens', 'pages', 'parts', 'ui', 'web', 'web top'],
  kit: ['kernel', 'db', 'server core', 'kit'],
  'server core': ['kernel', 'db', 'server core', 'kit', 'wiring'],
  db: ['kernel', 'tables', 'db', 'kit'],
  wiring: ['kernel', ...shared, 'screens', 'server', 'db', 'server core', 'kit', 'wiring'],
  testing: ['kernel', ...shared, 'tables', 'server', 'db', 'server core', 'kit', 'wiring', 'testing'],
  e2e: ['kernel', ...shared, 'screens', 'testing', 'e2e'],
  bench: ['kernel', ...shared, 'server', 'db', 'server core', 'kit', 'wiring', 'testing', 'bench', 'scripts'],
  scripts: ['scripts', 'dist'],
  law: ['law', 'scripts'],
  public: [],
  root: ['root', 'law', 'scripts'],
}

/** The reason for each room's limits, shown in the lint error. */
const teach = {
  kernel: 'The kernel knows no concept and no side.',
  rules: 'Rules are pure and run on both sides: hand them facts and the clock as arguments.',
  contract: 'A contract only declares: procedures, inputs, answers, refusals.',
  calls: "Calls name the procedures of their own concept's contract, and load nothing of it.",
  messages: 'Messages are texts for both sides and know no platform.',
  screens:
    'A declared screen names its address, its queries and the file of its page: it knows contracts and rules, and imports no page.',
  tables: 'Tables know the tables below them, and shared types.',
  events: 'Events are only declared: their facts are types of the tables and the rules.',
  together: 'A test of several concepts calls them through their contracts.',
  server: `A concept's server draws nothing, and wires nothing: see src/server/studio.ts. Of the machine room it knows the database and ${kit.join(', ')}.`,
  pages:
    'Pages reach the server through a contract only, other concepts through their parts, and never look up to the router or the shell.',
  parts: 'Parts are placed by pages: they know no page, and no server but through a contract.',
  ui: 'The design system knows no concept.',
  web: 'The browser loads no server code; pages are placed by the router.',
  'web top': 'The browser loads no server code.',
  kit: "What concepts' servers are written with knows no studio word.",
  'server core': `The server's core knows no studio word; concepts are wired in ${wiring.join(', ')}.`,
  db: 'The database knows the tables of the concepts, and nothing else of them.',
  wiring: 'Here concepts are wired through their procedures; their tables and screens stay their own.',
  testing: 'The harness runs the server; it draws nothing.',
  e2e: 'A journey meets the product from outside: in the browser, and through the harness.',
  bench: 'What is measured is the product as it is built.',
  scripts: 'Scripts run before anything is installed or built: plain JavaScript, nothing of src.',
  law: 'The law knows only paths.',
  public: 'What is served as it is stands alone: nothing builds it.',
  root: 'A configuration knows nothing of src.',
}

function mayReach(from, to) {
  const allowed = reach[from.name]
  const core = from.name === 'server core' || from.name === 'kit'
  const ownConcept = from.concept !== undefined && from.concept === to.concept
  if (to.test) return false
  if (from.test && to.name === 'testing') return true
  // the tests of the core need procedures to call
  if (from.test && core && shared.includes(to.name)) return true
  // every call checks rights, may write a log line, and gets the settings, so the core imports these rules
  if (core && to.name === 'rules' && ['logs', 'accounts', 'settings'].includes(to.concept)) return true
  return allowed.includes(to.name) || (ownConcept && allowed.includes(`own ${to.name}`))
}

/** The texts of a concept's log lines. */
const isLogs = (path) => path.endsWith('/messages/log.ts')

const looksInside = (path) => path.startsWith(sealed.folder) || sealed.except.includes(path)

/** Why `path` may not import `specifier`, in one sentence that explains the rule; undefined when it may. */
export function judgeImport(path, specifier, { typeOnly = false } = {}) {
  const from = roomOf(path)
  // judgePlace reports this already
  if (!from) return undefined
  const target = targetOf(path, specifier)
  if (!target) return judgePackage(from, specifier)

  const to = roomOf(target)
  if (!to) return `${target} stands in no room of the house: see law/rooms.mjs.`
  if (
    specifier.startsWith('.') &&
    from.house !== to.house &&
    from.house !== 'root' &&
    !['law', 'scripts', 'dist'].includes(to.house)
  )
    return `Leave ${from.house} through #kernel/, #studio/, #server/ or #web/, not by climbing folders.`
  if (from.concept && to.concept && order.indexOf(to.concept) > order.indexOf(from.concept))
    return `${from.concept} stands below ${to.concept}, so it can't know it (the order: ${concepts.join(', ')}). When the lower one must move the higher one, it raises an event: see src/server/events.ts.`
  if (target.startsWith(sealed.folder) && target !== sealed.entry && !looksInside(path))
    return `${sealed.folder} is sealed: of it only ${sealed.entry} is imported.`
  if (to.name === 'contract' && !typeOnly && !from.test && inBrowser.includes(from.name))
    return "The browser loads no schema: import the procedures from the concept's calls.ts, and of contract.ts only types (`import type`)."
  if (isLogs(target) && !isLogs(path) && !from.test && inBrowser.includes(from.name))
    return 'Sentences of the log are written by the server alone: the browser shows those that are kept.'
  if (mayReach(from, to)) return undefined
  if (to.test) return 'A test is not imported: move what is shared to src/server/testing/.'
  if (to.name === 'testing') return 'The test harness is for tests: the product may not import it.'
  return `${from.name} may not import ${to.name}. ${teach[from.name]}`
}

/** Why a file may not be at this path; undefined when it may. */
export function judgePlace(path) {
  if (/(^|\/)index\.[jt]sx?$/.test(path)) return 'No index files: import from the file that holds the thing.'
  if (roomOf(path)) return undefined
  return `${path} stands in no room of the house. A concept's rooms are ${layers.join(', ')}; the concepts are listed in law/rooms.mjs.`
}

import type { AddressInfo } from 'node:net'
import { buildApp } from '#server/app.ts'
import { startDailyBackups } from '#server/backup/daily.ts'
import { openControl } from '#server/control.ts'
import type { Database } from '#server/db/database.ts'
import { firstAnswers, pageAt } from '#server/firstScreen.ts'
import { ordersOf } from '#server/orders.ts'
import type { FirstScreen } from '#server/page.ts'
import type { RequestInfo } from '#server/procedures.ts'
import { startServices, type Services, type ServicesParts } from '#server/services.ts'
import { answerQuery, LiveSockets } from '#server/socket.ts'
import { isRun, queries } from '#server/studio.ts'
import { startUpkeep } from '#server/upkeep.ts'
import { version } from '#server/version.ts'

export interface ServerParts extends ServicesParts {
  readonly webDir: string | null
}

export interface RunningServer {
  readonly url: string
  readonly database: Database
  readonly services: Services
  /** Whether somebody can run this studio. */
  readonly hasAdmin: boolean
  /** Lets calls in flight finish, tells the live sockets, sends the letter under way, closes the database. */
  stop(): Promise<void>
}

const GRACE = 5_000

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const services = await startServices(parts)
  const { database, hub, settings, mailer, report } = services
  const sockets = new LiveSockets(services)
  const changed = (topics: readonly string[]) => {
    hub.changed(topics)
    sockets.recheck(topics).catch((error: unknown) => report('Live connections could not be checked.', error))
  }
  database.listen(changed)
  const upkeep = startUpkeep(services)
  const app = await buildApp({
    ...services,
    changed,
    sockets,
    firstScreen: (request, url) => firstScreenOf(services, request, url),
    webDir: parts.webDir,
  })
  // The embedded database belongs to this process: command-line tools come through it.
  const control =
    settings.databaseUrl === null ? await openControl(settings.dataDir, ordersOf({ ...services, changed })) : null
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    control?.close()
    upkeep.stop()
    await mailer.stop()
    await database.close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const daily =
    settings.databaseUrl === null && settings.backupDir ? startDailyBackups(services, settings.backupDir) : null
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    database,
    services,
    hasAdmin: await isRun(database.read),
    stop: async () => {
      upkeep.stop()
      control?.close()
      sockets.close()
      const hurry = setTimeout(() => {
        sockets.terminate()
        app.server.closeAllConnections()
      }, GRACE)
      await app.close()
      clearTimeout(hurry)
      hub.close()
      await mailer.stop()
      await daily?.stop()
      await database.close()
    },
  }
}

/** What the browser needs before its first screen. */
async function firstScreenOf(services: Services, request: RequestInfo, url: string): Promise<FirstScreen> {
  const { settings, database, clock } = services
  const caller = await services.identify(database.read, request.sessionToken, clock())
  const me = queries.get('accounts.me')
  if (!me) throw new Error('The accounts concept has no query named me.')
  const studio = {
    name: settings.studioName,
    url: settings.studioUrl,
    supportEmail: settings.supportEmail,
    timeZone: settings.timeZone,
    bankAccount: settings.bankAccount,
    version,
  }
  const [claims, answers, isOwned] = await Promise.all([
    answerQuery(services, me, caller, {}),
    firstAnswers(services, caller, url),
    hasAdmin(services),
  ])
  const { language } = request
  return {
    language,
    page: pageAt(url, caller),
    data: { studio, me: JSON.parse(claims) as unknown, language, hasAdmin: isOwned, answers },
  }
}

const withAdmin = new WeakSet<Database>()

/** Asked with every page until there is one: the last admin can't be demoted. */
async function hasAdmin({ database }: Services): Promise<boolean> {
  if (withAdmin.has(database)) return true
  const found = await isRun(database.read)
  if (found) withAdmin.add(database)
  return found
}

import type { AddressInfo } from 'node:net'
import { buildApp } from '#server/app.ts'
import { startDailyBackups } from '#server/backup/daily.ts'
import { openControl } from '#server/control.ts'
import type { Database } from '#server/db/database.ts'
import { ordersOf } from '#server/orders.ts'
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
  /** Lets calls in flight finish, tells the live sockets, sends the letter under way, closes the database. */
  stop(): Promise<void>
}

const GRACE = 5_000

const firstAdmin = 'There is no admin yet: sign up, open the link in the e-mail, then run  npm run role -- EMAIL admin'

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const services = await startServices(parts)
  const { database, hub, settings, mailer, report, say } = services
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
    initial: (request) => initialOf(services, request),
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
  if (!(await isRun(database.read))) say(firstAdmin)
  const daily =
    settings.databaseUrl === null && settings.backupDir ? startDailyBackups(services, settings.backupDir) : null
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    database,
    services,
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
async function initialOf(services: Services, request: RequestInfo): Promise<object> {
  const { settings, database, clock } = services
  const caller = await services.identify(database.read, request.sessionToken, clock())
  const me = queries.get('accounts.me')
  if (!me) throw new Error('The accounts concept has no query named me.')
  return {
    studio: {
      name: settings.studioName,
      url: settings.studioUrl,
      supportEmail: settings.supportEmail,
      timeZone: settings.timeZone,
      bankAccount: settings.bankAccount,
      version,
    },
    me: JSON.parse(await answerQuery(services, me, caller, {})) as unknown,
    language: request.language,
  }
}

import type { AddressInfo } from 'node:net'
import { startDailyBackups } from '#server/backup/daily.ts'
import { buildOf } from '#server/build.ts'
import type { Database } from '#server/db/database.ts'
import { buildApp } from '#server/http/app.ts'
import { drawing, rendererAt } from '#server/http/drawing.ts'
import { firstScreenOf } from '#server/http/firstScreen.ts'
import { LiveSockets } from '#server/live/sockets.ts'
import { openControl } from '#server/operator/control.ts'
import { ordersOf } from '#server/operator/orders.ts'
import { startWritingUses } from '#server/sessionUses.ts'
import { startServices, type Services, type ServicesParts } from '#server/services.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { hasAdmin, storedLogo } from '#server/studio.ts'

export interface ServerParts extends ServicesParts {
  readonly webDir: string | null
  /** Built file that renders screens; without it the browser renders them. */
  readonly renderer?: string | null
}

export interface RunningServer {
  readonly url: string
  readonly database: Database
  readonly services: Services
  /** Whether the studio has an admin. */
  readonly hasAdmin: boolean
  /** Finishes running calls, closes the live sockets, sends the current e-mails, closes the database. */
  stop(): Promise<void>
}

const GRACE = 5_000

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const recheck = (topics: readonly string[]) => {
    const on = String(switchedOn(services.settings.sections))
    if (on !== features) sockets.startAnew()
    features = on
    sockets.recheck(topics).catch((error: unknown) => report('Live connections could not be checked.', error))
  }
  const services = await startServices({ build: buildOf(parts.webDir), ...parts, changed: recheck })
  const { database, hub, settings, report } = services
  const sockets = new LiveSockets(services)
  let features = String(switchedOn(settings.sections))
  database.listen((topics) => void services.changed(topics))
  const writingUses = startWritingUses(services)
  // loaded on demand: most studios have no monitoring
  const watching = settings.metricsPort === null ? null : await import('#server/metrics/metrics.ts')
  const metrics = watching?.metricsOf({ ...services, sockets })
  const app = await buildApp({
    ...services,
    sockets,
    firstScreen: (request, url) => firstScreenOf(services, request, url),
    logo: () => storedLogo(database.read),
    webDir: parts.webDir,
    answered: metrics?.answered,
    draw: parts.renderer ? drawing({ load: rendererAt(parts.renderer), report }) : null,
  })
  // the embedded database belongs to this process, so command-line tools go through it
  const control = settings.databaseUrl === null ? await openControl(settings.dataDir, ordersOf(services)) : null
  let served: { stop(): Promise<void> } | null = null
  try {
    // start metrics first: if that fails, no page may be open already
    if (metrics && watching) served = await watching.serveMetrics(metrics, settings.metricsPort ?? 0, report)
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    control?.close()
    await served?.stop()
    await writingUses.stop()
    await services.stop()
    await database.close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const { backupDir, backupCommand, pingUrl } = settings
  const daily = backupDir ? startDailyBackups(services, backupDir, { command: backupCommand, pingUrl }) : null
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    database,
    services,
    hasAdmin: await hasAdmin(database.read),
    stop: async () => {
      control?.close()
      sockets.close()
      const hurry = setTimeout(() => {
        sockets.terminate()
        app.server.closeAllConnections()
      }, GRACE)
      await app.close()
      clearTimeout(hurry)
      hub.close()
      await writingUses.stop()
      await services.stop()
      await daily?.stop()
      await served?.stop()
      await database.close()
    },
  }
}

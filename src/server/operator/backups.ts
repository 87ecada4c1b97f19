import type { EffectServices } from '#server/commands/effects.ts'
import { shortReason, StartRefused } from '#server/db/errors.ts'
import type { Settings } from '#server/settings.ts'
import { BackupRefused } from '#server/backup/format.ts'
import { restore, type Restored } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import type { OrderAnswer } from './control.ts'
import { complaint } from './examine.ts'
import type { Progress } from './progress.ts'

/** `npm run backup -- FILE`; the path is absolute, because the server may have been started in another folder. */
export async function backUp(services: EffectServices, words: readonly string[]): Promise<OrderAnswer> {
  const [file] = words
  if (!file || words.length > 1) return { ok: false, line: 'Use: npm run backup -- FILE' }
  try {
    const rows = await writeBackup(services.database, file, services.clock())
    return { ok: true, line: `${file} holds the whole studio, ${rows} rows.` }
  } catch (error) {
    if (error instanceof BackupRefused) return { ok: false, line: error.message }
    throw error
  }
}

/** `npm run restore -- FILE`: restores into the data folder or database that the settings name. */
export async function restoreInto(
  settings: Settings,
  words: readonly string[],
  progress?: Progress,
): Promise<OrderAnswer> {
  const [file] = words
  if (!file || words.length > 1) return { ok: false, line: 'Use: npm run restore -- FILE' }
  const { dataDir, databaseUrl, timeZone } = settings
  const place = { dataDir, databaseUrl: databaseUrl ?? undefined, timeZone }
  try {
    const restored = await restore(file, place, (done, all) => progress?.at(`Restoring ${done} of ${all} rows`))
    return afterRestore(restored, databaseUrl ? 'the database' : dataDir)
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StartRefused) return { ok: false, line: error.message }
    return { ok: false, line: `Nothing was restored: ${shortReason(error)}` }
  }
}

/** Message after all rows were restored, even if something failed later. */
export function afterRestore({ rows, madeAt, found, trouble }: Restored, place: string): OrderAnswer {
  const done = `Restored ${rows} rows, as they were at ${madeAt}, into ${place}.`
  if (trouble !== undefined) {
    const next = 'Open the studio with npm start, then run npm run doctor.'
    return { ok: false, line: `${done}\nWhether all adds up is not known: ${trouble}\n${next}` }
  }
  return found.length === 0 ? { ok: true, line: done } : { ok: false, line: `${done}\n${complaint(found)}` }
}

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { done } from '#kernel/result.ts'
import { openMigrated } from '#server/db/database.ts'
import { shortReason } from '#server/db/errors.ts'
import type { EffectServices } from '#server/commands/effects.ts'
import type { CommandContext } from '#server/procedures.ts'
import { startServices } from '#server/services.ts'
import { readSettingsIn, type Settings } from '#server/settings.ts'
import { asStudio } from '#server/commands/asStudio.ts'
import { roles, type Role } from '#studio/accounts/rules.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { changeRoleByEmail } from '#studio/accounts/server/people.ts'
import { ImportRefused } from '#studio/moving/server/refused.ts'
import { lineOf, Report, ReportFailed, tallied } from '#studio/moving/server/lines.ts'
import { moveIn } from '#studio/moving/server/run.ts'
import { folderSource } from '#studio/moving/server/source.ts'
import { endTwoStepsByEmail } from '#studio/signing/server/twoSteps.ts'
import { backUp } from './backups.ts'
import { order, type OrderAnswer, type Orders } from './control.ts'
import { examine } from './examine.ts'
import { showProgress, type Progress } from './progress.ts'
import { startProblem } from './startProblem.ts'

/** Orders of the command line, run by a running server, or without one on the database directly. */
export const ordersOf = (services: EffectServices, at: Progress['at'] = () => {}): Orders => ({
  role: (words) => setRole(services, words),
  twoSteps: (words) => endTwoSteps(services, words),
  backup: (words) => backUp(services, words),
  doctor: () => examine(services.database),
  import: (words) => importFolder(services, words, at),
})

/** Rows per transaction: each transaction syncs the disk. */
const ROWS_AT_ONCE = 1_000

/** One import at a time: of two at once, each would find half of the rows it refers to. */
const alone = pLimit(1)

/** `npm run import -- FOLDER [--apply]`: checks the export of another system, or imports it. */
async function importFolder(
  services: EffectServices,
  [folder = '', ...options]: readonly string[],
  at: Progress['at'],
): Promise<OrderAnswer> {
  const apply = options.length === 1 && options[0] === '--apply'
  if (!folder || (options.length > 0 && !apply)) return { ok: false, line: 'Use: npm run import -- FOLDER [--apply]' }
  if (!existsSync(folder)) return { ok: false, line: `There is no folder ${folder}.` }
  const { database, settings, clock } = services
  const path = join(folder, 'import-report.csv')
  // inside the export folder, so that leftovers of a killed import are deleted together with it
  const work = mkdtempSync(join(folder, 'import-work-'))
  const inOne = async <T>(run: (c: CommandContext) => Promise<T>) => {
    const outcome = await asStudio(services, 'import', async (c) => done(await run(c)))
    if (!outcome.ok) throw new Error('The studio does not refuse itself.')
    return outcome.value
  }
  const where = { work, apply, db: database.read, timeZone: settings.timeZone, now: clock(), rowsAtOnce: ROWS_AT_ONCE }
  try {
    const tally = await alone(async () => {
      const source = folderSource(folder)
      const report = new Report(path)
      try {
        return await moveIn({
          ...where,
          source,
          inOne,
          reading: (far) => at(lineOf(far)),
          done: async ({ problems, far }) => {
            await report.add(problems)
            at(lineOf(far))
          },
        })
      } finally {
        await report.end()
      }
    })
    const counts = tallied(tally, path)
    if (!apply) return { ok: true, line: `Nothing is written yet. In ${folder}:\n${counts}\nTake it with --apply.` }
    at('Examining')
    const { ok, line } = await examine(database)
    return { ok, line: `Taken from ${folder}:\n${counts}\n${line}` }
  } catch (error) {
    if (error instanceof ImportRefused || error instanceof ReportFailed) return { ok: false, line: error.message }
    throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** `npm run role -- EMAIL admin|teacher|user`: sets a role; the only way to make the first admin. */
async function setRole(services: EffectServices, [email = '', role = '']: readonly string[]): Promise<OrderAnswer> {
  if (!email || !(roles as readonly string[]).includes(role)) {
    return { ok: false, line: `Use: npm run role -- EMAIL ${roles.join('|')}` }
  }
  const result = await asStudio(services, 'role', (c) => changeRoleByEmail(c, normalEmail(email), role as Role))
  if (result.ok) return { ok: true, line: `${normalEmail(email)} is now ${role}.` }
  const reasons: Record<typeof result.code, string> = {
    userNotFound: `No account has the e-mail ${email}. Sign up first, then run this again.`,
    lastAdmin: `${email} is the last admin: make another admin first.`,
  }
  return { ok: false, line: reasons[result.code] }
}

/** `npm run two-steps -- EMAIL off`: for a person who lost both authenticator and recovery codes. */
async function endTwoSteps(services: EffectServices, [email = '', off = '']: readonly string[]): Promise<OrderAnswer> {
  if (!email || off !== 'off') return { ok: false, line: 'Use: npm run two-steps -- EMAIL off' }
  const result = await asStudio(services, 'twoSteps', (c) => endTwoStepsByEmail(c, normalEmail(email)))
  if (result.ok) return { ok: true, line: `${normalEmail(email)} signs in without a second step.` }
  const reasons: Record<typeof result.code, string> = {
    userNotFound: `No account has the e-mail ${email}.`,
    twoStepsOff: `${email} has no second step.`,
  }
  return { ok: false, line: reasons[result.code] }
}

/**
 * Runs an order from the command line and ends the process. Goes through the server that runs on the data folder, or
 * else opens the database itself.
 */
export function orderOrRun(name: string, words: readonly string[]): Promise<never> {
  return runWithSettings((settings, progress) => orderOrOpen(settings, name, words, progress.at))
}

/** Returns the order's result. Throws StartRefused when there is no database, or one of another version. */
export async function orderOrOpen(
  settings: Settings,
  name: string,
  words: readonly string[],
  at?: Progress['at'],
): Promise<OrderAnswer> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl === null) {
    const asked = await order(dataDir, name, words)
    if (asked) return asked
    // a mistyped folder would otherwise be created, and found empty; one of another user is refused by its error
    if (!statSync(join(dataDir, 'db'), { throwIfNoEntry: false })) {
      return { ok: false, line: `There is no studio in ${dataDir}: open one with npm start.` }
    }
  }
  // no migration: an order such as the doctor changes nothing; only a server start migrates
  const database = await openMigrated({ dataDir, databaseUrl: databaseUrl ?? undefined })
  try {
    const services = await startServices({ settings, database, deliver: false, say: () => {} })
    return (await ordersOf(services, at)[name]?.(words)) ?? { ok: false, line: `There is no order "${name}".` }
  } finally {
    await database.close()
  }
}

/** Runs a command-line program with the settings, prints its line and ends the process; exit code 1 on failure. */
export async function runWithSettings(
  run: (settings: Settings, progress: Progress) => Promise<OrderAnswer>,
): Promise<never> {
  const read = readSettingsIn(process.cwd())
  if ('mistakes' in read) return finish({ ok: false, line: read.mistakes.join('\n') })
  const progress = showProgress('Working')
  try {
    const answer = await run(read.settings, progress)
    progress.end()
    return finish(answer)
  } catch (error) {
    progress.end()
    return finish({ ok: false, line: startProblem(error, read.settings) ?? shortReason(error) })
  }
}

function finish({ ok, line }: OrderAnswer): never {
  if (ok) console.log(line)
  else console.error(line)
  process.exit(ok ? 0 : 1)
}

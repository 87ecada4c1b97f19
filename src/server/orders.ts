import { order, type OrderAnswer, type Orders } from '#server/control.ts'
import { StartRefused } from '#server/db/errors.ts'
import type { EffectServices } from '#server/effects.ts'
import { startServices } from '#server/services.ts'
import { environment, readSettings } from '#server/settings.ts'
import { asStudio } from '#server/system.ts'
import { normalEmail, roles, type Role } from '#studio/accounts/rules.ts'
import { changeRoleByEmail } from '#studio/accounts/server/people.ts'

/** What the command line can order, from a running server or, where none runs, from the database itself. */
export const ordersOf = (services: EffectServices): Orders => ({
  role: (words) => setRole(services, words),
})

/** `npm run role -- EMAIL admin|teacher|user`: how the first admin, and any later one, is made (READINGS R5). */
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

/**
 * Runs an order from the command line and ends the process: through the server that runs on the data folder, else by
 * opening the database itself.
 */
export async function orderOrRun(name: string, words: readonly string[]): Promise<never> {
  const read = readSettings(environment(process.cwd()))
  if ('mistakes' in read) return finish({ ok: false, line: read.mistakes.join('\n') })
  const { settings } = read
  const asked = settings.databaseUrl === null ? await order(settings.dataDir, name, words) : null
  if (asked) return finish(asked)
  try {
    const services = await startServices({ settings, say: () => {} })
    const done = await ordersOf(services)[name]?.(words)
    await services.mailer.stop()
    await services.database.close()
    return finish(done ?? { ok: false, line: `There is no order "${name}".` })
  } catch (error) {
    return finish({ ok: false, line: error instanceof StartRefused ? error.message : String(error) })
  }
}

function finish({ ok, line }: OrderAnswer): never {
  if (ok) console.log(line)
  else console.error(line)
  process.exit(ok ? 0 : 1)
}

import { DAY } from '#kernel/time.ts'
import { addressBucket, remember, rememberedKey, remembers } from '#server/commands/limits.ts'
import type { BeforeCommand, CommandContext } from '#server/procedures.ts'
import { normalEmail } from '../rules/forms.ts'

const LIFE = 60 * DAY

/** Key of an IP address at which the owner has signed in before: not blocked while others guess the password elsewhere. */
export const usualIp = (email: string, address: string): string =>
  rememberedKey(`${normalEmail(email)}:${addressBucket(address)}`)

export const rememberIp = (c: CommandContext, email: string): Promise<void> =>
  remember(c.tx, usualIp(email, c.request.address), LIFE, c.now)

export const isUsualIp = ({ db, now, request }: BeforeCommand, email: string): Promise<boolean> =>
  remembers(db, usualIp(email, request.address), now)

import { DAY } from '#kernel/time.ts'
import { addressBucket, remember, rememberedKey, remembers } from '#server/commands/limits.ts'
import type { BeforeCommand, CommandContext } from '#server/procedures.ts'
import { normalEmail } from '../rules/forms.ts'

const LIFE = 60 * DAY

/** Key of an address where the owner has signed in before: not blocked while others guess the password elsewhere. */
export const usualAddress = (email: string, address: string): string =>
  rememberedKey(`${normalEmail(email)}:${addressBucket(address)}`)

export const rememberAddress = (c: CommandContext, email: string): Promise<void> =>
  remember(c.tx, usualAddress(email, c.request.address), LIFE, c.now)

export const isUsualAddress = ({ db, now, request }: BeforeCommand, email: string): Promise<boolean> =>
  remembers(db, usualAddress(email, request.address), now)

import { DAY } from '#kernel/time.ts'
import { addressBucket, remember, rememberedKey, remembers } from '#server/commands/limits.ts'
import type { BeforeCommand, CommandContext } from '#server/procedures.ts'
import { normalEmail } from '../rules/forms.ts'

const LIFE = 60 * DAY

/** Key of an address where the owner has signed in before: not blocked while others guess the password elsewhere. */
export const usualPlace = (email: string, address: string): string =>
  rememberedKey(`${normalEmail(email)}:${addressBucket(address)}`)

export const rememberPlace = (c: CommandContext, email: string): Promise<void> =>
  remember(c.tx, usualPlace(email, c.request.address), LIFE, c.now)

export const isUsualPlace = ({ db, now, request }: BeforeCommand, email: string): Promise<boolean> =>
  remembers(db, usualPlace(email, request.address), now)

import { done, refuseFields } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import { handler } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { checkNewPassword } from '#studio/accounts/rules/forms.ts'
import { setPassword, whyNotPassword } from '#studio/accounts/server/newPassword.ts'
import { isStillTrue, provenBySelf, turnOf } from '#studio/accounts/server/ownPassword.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { endSessions } from '#studio/accounts/server/sessions.ts'
import { logLines } from '../messages/log.ts'
import { tellOfSafety } from './letters.ts'

interface Change {
  readonly password: string
  readonly newPassword: string
}

const whyNot = async ({ password, newPassword }: Change) =>
  refuseWrong({
    password: password === '' ? 'passwordRequired' : undefined,
    newPassword: await whyNotPassword(newPassword, checkNewPassword),
  })

export const changePassword = handler({
  turn: async (input: Change, before) => ((await whyNot(input)) ? null : await turnOf('anybody')(input, before)),
  limits: () => [{ key: 'changePassword', max: 20, per: 15 * MINUTE, perCaller: true }],
  prepare: async (input, before) => {
    const proven = await provenBySelf('anybody')(input, before)
    return proven && { proven, newHash: await hashPassword(input.newPassword) }
  },
  run: async (c, input, prepared) => {
    const wrong = await whyNot(input)
    if (wrong) return wrong
    const own = prepared?.proven.accountId === c.me.accountId
    if (!prepared || !own || !(await isStillTrue(c.tx, prepared.proven))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.passwordNotChanged })
      return refuseFields({ password: 'wrongPassword' })
    }
    await setPassword(c, c.me.accountId, prepared.newHash)
    await endSessions(c.tx, c.me.accountId, { except: c.me.sessionId })
    await tellOfSafety(c, 'passwordChanged')
    c.log({ channel: 'auth', level: 'info', message: logLines.passwordChanged })
    return done({})
  },
})

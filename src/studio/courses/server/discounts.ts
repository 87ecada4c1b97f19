import { and, asc, eq } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { done, refuse, refuseFields, type Result } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { run, shared, type CommandContext, type Limit, type RequestInfo } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { logLines } from '../messages/log.ts'
import { checkDiscountCode, discountRefusal, normalCode, type DiscountRefusal } from '../rules.ts'
import { courses, discountCodes } from '../tables.ts'

/** Limit on tries: enough for typos, too few to guess codes. */
export const discountTries = (typed: string | null, { address }: RequestInfo): readonly Limit[] =>
  typed === null || typed.trim() === ''
    ? []
    : [
        { key: `discount:${addressBucket(address)}`, max: 300, per: 10 * MINUTE },
        { key: 'discount', max: 30, per: 10 * MINUTE, perCaller: true },
      ]

/** The discount of a typed code (cents); `courseId` is null for things other than courses. Refusals are logged. */
export async function discountFor(
  c: CommandContext,
  typed: string,
  courseId: string | null,
  coverMember: boolean,
): Promise<Result<{ code: string; amount: Cents }, DiscountRefusal>> {
  const code = normalCode(typed)
  const [found] = await c.tx.select().from(discountCodes).where(eq(discountCodes.code, code))
  const refusal = discountRefusal(found ?? null, courseId, coverMember)
  if (refusal || !found) {
    const code = refusal ?? 'discountInvalid'
    const metadata = courseId === null ? {} : { courseId }
    c.log({ channel: 'courses', level: 'warning', message: logLines.codeRefused(code), metadata })
    return refuse(code)
  }
  return done({ code, amount: found.amount })
}

export const addDiscountCode = run(
  async (c, input: { courseId: string; code: string; amount: Cents; audience: 'members' | 'others' }) => {
    const code = normalCode(input.code)
    const wrong = refuseWrong(checkDiscountCode(input))
    if (wrong) return wrong
    const [course] = await c.tx.select().from(courses).where(eq(courses.id, input.courseId)).for('no key update')
    if (!course) return refuse('courseNotFound')
    const { courseId, amount, audience } = input
    const [added] = await c.tx
      .insert(discountCodes)
      .values({ code, courseId, amount, audience, createdAt: c.now })
      .onConflictDoNothing()
      .returning({ code: discountCodes.code })
    if (!added) return refuseFields({ code: 'discountCodeTaken' })
    c.log({ channel: 'courses', level: 'info', message: logLines.codeAdded(code), metadata: { courseId } })
    return done({})
  },
)

export const removeDiscountCode = run(async (c, { courseId, code }: { courseId: string; code: string }) => {
  const [removed] = await c.tx
    .delete(discountCodes)
    .where(and(eq(discountCodes.courseId, courseId), eq(discountCodes.code, normalCode(code))))
    .returning({ code: discountCodes.code })
  if (!removed) return refuse('discountCodeNotFound')
  const message = logLines.codeRemoved(removed.code)
  c.log({ channel: 'courses', level: 'info', message, metadata: { courseId } })
  return done({})
})

export const listDiscountCodes = shared([discountCodes], ({ db }, { courseId }: { courseId: string }) =>
  db.select().from(discountCodes).where(eq(discountCodes.courseId, courseId)).orderBy(asc(discountCodes.code)),
)

import { eq } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { done, refuse, refuseFields, type Result } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run } from '#server/procedures.ts'
import { discountRefusal, normalCode, type DiscountRefusal } from '../rules.ts'
import { courses, discountCodes } from '../tables.ts'

/** What a typed code takes off, in cents; `courseId` is null for anything that is no course. */
export async function discountFor(
  tx: Tx,
  typed: string,
  courseId: string | null,
  coverMember: boolean,
): Promise<Result<{ code: string; amount: Cents }, DiscountRefusal>> {
  const code = normalCode(typed)
  const [found] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code))
  const refusal = discountRefusal(found ?? null, courseId, coverMember)
  if (refusal || !found) return refuse(refusal ?? 'discountInvalid')
  return done({ code, amount: found.amount })
}

export const addDiscountCode = run(
  async (c, input: { courseId: string; code: string; amount: Cents; audience: 'members' | 'others' }) => {
    const code = normalCode(input.code)
    if (!/^[\p{L}\d_-]{3,30}$/u.test(code)) return refuseFields({ code: 'discountCodeInvalid' })
    if (input.amount < 1) return refuseFields({ amount: 'discountAmountInvalid' })
    const [course] = await c.tx.select().from(courses).where(eq(courses.id, input.courseId)).for('no key update')
    if (!course) return refuse('courseNotFound')
    const { courseId, amount, audience } = input
    const [added] = await c.tx
      .insert(discountCodes)
      .values({ code, courseId, amount, audience, createdAt: c.now })
      .onConflictDoNothing()
      .returning({ code: discountCodes.code })
    if (!added) return refuse('discountCodeTaken')
    c.log({ channel: 'courses', level: 'info', message: `Discount code ${code} added.`, metadata: { courseId } })
    return done({})
  },
)

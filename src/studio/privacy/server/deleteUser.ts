import { done, refuse } from '#kernel/result.ts'
import { forgetTraces } from '#server/commands/forget.ts'
import { run } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import {
  addressesOf,
  endLinks,
  forgetPerson,
  lockAccountForDeletion,
  lockPersonForDeletion,
  onlyGuardianOf,
} from '#studio/accounts/server/deletion.ts'
import { forgetCourses } from '#studio/courses/server/forget.ts'
import { forgetTeaching, lockTaught } from '#studio/courses/server/teachers.ts'
import { forgetBills } from '#studio/bills/server/forget.ts'
import { forgetTransfers } from '#studio/bank/server/settle.ts'
import { forgetFamily } from '#studio/families/server/forget.ts'
import { forgetCancelled } from '#studio/feeds/server/cancelled.ts'
import { forgetMailings } from '#studio/mailings/server/forget.ts'
import { forgetMerged } from '#studio/merging/server/forget.ts'
import { forgetPasses, lockPasses } from '#studio/memberships/server/forget.ts'
import { forgetMoved } from '#studio/moving/server/forget.ts'
import { forgetNotices } from '#studio/notices/server/takeBack.ts'
import { forgetPay } from '#studio/pay/server/forget.ts'
import { ACCOUNT_DELETED } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { forgetDue } from '#studio/payments/server/forget.ts'
import { leavePayer } from '#studio/payments/server/moves.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { forgetPapers } from '#studio/papers/server/keep.ts'
import { forgetStandIns, lockStandIns } from '#studio/standIns/server/forget.ts'
import { forgetTickets } from '#studio/stebby/server/follow.ts'
import { forgetWaiting, lockPlacesOf } from '#studio/waiting/server/forget.ts'
import { forgetFreezes } from '#studio/passes/server/forget.ts'
import { forgetPlaces, forgetReasons } from '#studio/registrations/server/forget.ts'
import { logLines } from '../messages/log.ts'

/**
 * Deletes a person; financial records stay. Locks in the usual order: entries and courses, then the account, payer and
 * person, which blocks new bookings, then passes, then payments.
 */
export const deleteUser = run(
  async (c, { userId, leavesAlone = 0 }: { userId: string; leavesAlone?: number | undefined }) => {
    await lockPlacesOf(c, [userId])
    await lockTaught(c, userId)
    await lockStandIns(c, userId)
    const held = await lockAccountForDeletion(c, userId)
    if (!held.ok) return held
    const account = held.value
    await lockPayers(c, [account?.id ?? payerOfPerson(userId)])
    const person = await lockPersonForDeletion(c, userId)
    if (!person) return refuse('userNotFound')
    const children = account ? await onlyGuardianOf(c.tx, account.id) : 0
    if (children > leavesAlone) return refuse('onlyGuardian', { children })
    await lockPasses(c, [userId])

    const places = await forgetPlaces(c, userId)
    const courses = await forgetCourses(c, userId, ACCOUNT_DELETED)
    const passes = await forgetPasses(c, userId, ACCOUNT_DELETED)
    const ended = [
      ...places.map((place) => place.dropInPaymentId),
      ...[...courses, ...passes].map((one) => one.paymentId),
    ]
    await forgetWaiting(c, userId)
    await forgetCancelled(c, userId)
    await forgetNotices(c, userId)
    await forgetReasons(c, userId)
    await forgetFreezes(c, userId)
    await forgetMerged(c, userId)
    await forgetBills(c, userId)
    await endLinks(c, userId, account)
    await forgetDue(c, { userId, accountId: account?.id ?? null, ended: new Set(ended) })
    await forgetTickets(c, userId)
    if (account) await leavePayer(c, account.id, userId)
    if (account) await forgetPay(c, account.id)
    if (account) await forgetStandIns(c, account.id)
    if (account) await forgetMailings(c, account.id)
    if (account) await forgetTeaching(c, account.id)
    await forgetPapers(c, account?.id ?? null, userId)
    await forgetTransfers(c, account?.id ?? null, userId)
    const emails = await addressesOf(c.tx, account)
    await forgetFamily(c, userId, emails)
    await forgetMoved(c, userId, emails)
    await forgetTraces(c.tx, { accountId: account?.id ?? null, emails, name: fullName(person) })
    await forgetPerson(c, person, account)
    c.log({ channel: 'auth', level: 'warning', message: logLines.deleted, metadata: { user: userId } })
    return done({})
  },
)

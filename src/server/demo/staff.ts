import { pay } from '#studio/pay/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { stebby } from '#studio/stebby/contract.ts'
import { FIRST_DAY, type Making } from './making.ts'
import { founder, known, sample } from './sample.ts'

/** A teacher who will miss a class, and their stand-in. */
const ABSENT = 'Karolin Saarepuu'
const STANDS_IN = 'Triin Mägiste'
const PAYS_BY_STEBBY = 'Piret Vahtra'

/** Plans staff matters: pay rates, a stand-in request waiting for an admin, and a noted Stebby code. */
export function planStaff(making: Making): void {
  making.plan(making.at(FIRST_DAY, '09:30'), () => setRates(making))
  making.plan(making.at(-1, '19:10'), () => askForStandIn(making))
  making.plan(making.at(0, '00:05'), () => noteTicket(making))
}

async function setRates(making: Making): Promise<void> {
  for (const { teacher, base, perHead, most } of sample.rates) {
    const { accountId } = making.person(teacher)
    const rate = { accountId, from: making.date(FIRST_DAY), base, perHead, most }
    await making.must(making.person(founder.name), pay.setRate, rate)
  }
}

async function askForStandIn(making: Making): Promise<void> {
  const [absent, other] = [making.person(ABSENT), making.person(STANDS_IN)]
  const { entries } = await making.ask(null, registrations.upcoming, { weeks: 2 })
  const taught = new Set(sample.classes.flatMap(({ name, teacher }) => (teacher === ABSENT ? [name] : [])))
  const own = entries.find(
    ({ className, startsAt, cancelledAt }) =>
      taught.has(className) && making.dayOf(startsAt) >= 2 && cancelledAt === null,
  )
  const { id: scheduleId } = known(own, `class of ${ABSENT}`)
  const { id: standInId } = await making.must(absent, standIns.ask, { scheduleId })
  await making.must(other, standIns.offer, { standInId })
}

/** Somebody books a place and enters a Stebby ticket code, which an admin looks up at Stebby. */
async function noteTicket(making: Making): Promise<void> {
  const who = making.person(PAYS_BY_STEBBY)
  const { entries } = await making.ask(null, registrations.upcoming, { weeks: 2 })
  const way = { coverMember: false, paymentMethod: 'stebby', discountCode: null } as const
  for (const { id: scheduleId } of entries) {
    const { body } = await making.call(who, registrations.registerWithDropIn, { scheduleId, ...way })
    if (body.ok) break
  }
  const own = await making.ask(who, payments.mine, {})
  const { id: paymentId, price: cents } = known(
    own.find(({ status, paymentMethod }) => status === 'due' && paymentMethod === 'stebby'),
    `payment of ${PAYS_BY_STEBBY} by Stebby`,
  )
  await making.must(making.person(ABSENT), stebby.note, { paymentId, code: 'SPT-48213', cents })
}

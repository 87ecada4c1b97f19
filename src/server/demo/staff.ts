import { pay } from '#studio/pay/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { stebby } from '#studio/stebby/contract.ts'
import { FIRST_DAY, type Making } from './making.ts'
import { founder, known, sample } from './sample.ts'

/** Who can't take a class in the days to come, and who would. */
const ABSENT = 'Karolin Saarepuu'
const STANDS_IN = 'Triin Mägiste'

/** Plans what concerns those who teach: their rates, a stand-in that waits for an admin, a Stebby code that was noted. */
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

/** Somebody sent the code of a ticket: an admin looks it up at Stebby. */
async function noteTicket(making: Making): Promise<void> {
  const open = { month: '2000-01', search: '', part: 0 }
  const { rows } = await making.ask(making.person(founder.name), payments.overviewForExport, open)
  const due = rows.find(({ status, paymentMethod }) => status === 'due' && paymentMethod === 'stebby')
  if (!due) return
  await making.must(making.person(ABSENT), stebby.note, { paymentId: due.id, code: 'SPT-48213', cents: due.price })
}

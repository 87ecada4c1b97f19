import { expect } from 'vitest'
import type { TestStudio } from './studio.ts'

/** What must hold in every studio at every moment; each query finds the rows for which it doesn't. */
const violations: Record<string, string> = {
  'an entry counts its registrations': `
    select s.id from schedule s
    where s.registered_count <> (select count(*) from registrations r where r.schedule_id = s.id)`,
  'a course counts its registrations': `
    select c.id from courses c
    where c.registered_count <> (select count(*) from "courseRegistrations" r where r.course_id = c.id)`,
  'a pass counts the places that it pays for, and what staff corrected': `
    select p.id from purchases p
    where p.classes_used <> p.classes_corrected + (select count(*) from registrations r where r.user_membership_id = p.id)`,
  'an entry is never oversold': `
    select s.id from schedule s where s.registered_count > s.max_participants`,
  'a course is never oversold': `
    select c.id from courses c where c.registered_count > c.default_max_participants`,
  'a drop-in has a payment of its own that stands': `
    select r.id from registrations r join payments p on p.id = r.drop_in_payment_id
    where p.status = 'cancelled' or p.user_id <> r.user_id or p.item_id <> r.schedule_id or p.item <> 'drop-in ticket'`,
  'a course registration has a payment of its own that stands': `
    select r.id from "courseRegistrations" r join payments p on p.id = r.payment_id
    where p.status = 'cancelled' or p.user_id <> r.user_id or p.item_id <> r.course_id or p.item <> 'course'`,
  'a place is paid by a pass of the person who holds it': `
    select r.id from registrations r join purchases p on p.id = r.user_membership_id where p.user_id <> r.user_id`,
  'a payment that stands pays for something': `
    select p.id from payments p
    where p.status <> 'cancelled' and not exists (select from registrations r where r.drop_in_payment_id = p.id)
      and not exists (select from "courseRegistrations" r where r.payment_id = p.id)
      and not exists (select from purchases u where u.payment_id = p.id)`,
  'a payment stands where its history ends': `
    select p.id from payments p
    where not exists (
      select from "paymentHistory" h where h.payment_id = p.id and h.to_status = p.status
        and h.to_amount is not distinct from p.actual_amount
        and h.id = (select max(id) from "paymentHistory" where payment_id = p.id))`,
  'a history has no gap': `
    select h.id from "paymentHistory" h
    where h.from_status is distinct from (
      select b.to_status from "paymentHistory" b where b.payment_id = h.payment_id and b.id < h.id order by b.id desc limit 1)`,
  'a confirmed payment has an amount, a cancelled one none': `
    select id from payments
    where (status = 'confirmed' and actual_amount is null) or (status = 'cancelled' and actual_amount <> 0)
       or (status in ('due', 'userMarkedAsPaid') and actual_amount is not null)`,
  'a cancelled pass takes no new place': `
    select p.id from purchases p join registrations r on r.user_membership_id = p.id
    where p.status = 'cancelled' and r.created_at > p.updated_at`,
}

/** Expects every invariant to hold, naming the ones that don't with the ids of the rows at fault. */
export async function expectInvariants(studio: TestStudio): Promise<void> {
  const found: Record<string, unknown> = {}
  for (const [name, query] of Object.entries(violations)) {
    const rows = await studio.database.read.execute(query)
    const ids = (rows as { rows: unknown[] }).rows
    if (ids.length > 0) found[name] = ids
  }
  expect(found).toEqual({})
}

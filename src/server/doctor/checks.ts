import { sql } from 'drizzle-orm'
import { rows, type Database } from '#server/db/database.ts'

/**
 * A cancelled payment that may not leave its place unpaid. Only two may: staff may delete a payment and keep the place,
 * and a deleted user owes nothing.
 */
const lost = `(p.status = 'cancelled' and not exists (
      select from "paymentHistory" h where h.payment_id = p.id and h.reason in ('deleted by staff', 'account deleted')))`
/** Sum of a payment's receipts; below, the paid amount by status, as paidAmount in the rules. */
const received = `(select coalesce(sum(r.cents), 0) from receipts r where r.payment_id = p.id and r.undone_at is null)`
export const paidAmount = `(case p.status when 'due' then null when 'cancelled' then 0 when 'markedByUser' then nullif(${received}, 0)
      when 'markedByTeacher' then ${received} + p.stated else ${received} end)`
/** Accounts that may pay for a person: their own, and those of paying guardians. */
const paying = (userId: string) =>
  `(select a.id from accounts a where a.person_id = ${userId}
    union select g.account_id from guardians g where g.person_id = ${userId} and g.pays)`
const isDeleted = (userId: string) =>
  `exists (select from people d where d.id = ${userId} and d.deleted_at is not null)`
/** Marked as paid by a payer who was deleted later: whether the money came is still open, and nobody else owes it. */
const saidByDeleted = `${isDeleted('y.person_id')} and exists (
  select from "paymentHistory" h where h.payment_id = p.id and h.to_status in ('markedByUser', 'markedByTeacher'))`

/** Rules that must hold in every studio at every moment; each query returns the rows that break one. */
const violations: Readonly<Record<string, string>> = {
  'an entry counts its registrations': `
    select s.id from schedule s
    where s.registered_count <> (select count(*) from registrations r where r.schedule_id = s.id)`,
  'a course counts its registrations': `
    select c.id from courses c
    where c.registered_count <> (select count(*) from "courseRegistrations" r where r.course_id = c.id)`,
  'a pass counts the places that it pays for, also those cancelled late, and what staff corrected': `
    select p.id from purchases p
    where p.classes_used <> p.classes_corrected
      + (select count(*) from registrations r where r.user_membership_id = p.id)
      + (select count(*) from "lateCancellations" l where l.user_membership_id = p.id and l.forgiven_at is null)`,
  'the book of a pass adds up to what is left of it, and ends where the pass does': `
    select p.id from purchases p
    where p.class_limit - p.classes_used is distinct from (
        select sum(e.classes) from "passEntries" e where e.purchase_id = p.id)
      or p.valid_until is distinct from (
        select e.valid_until from "passEntries" e where e.purchase_id = p.id order by e.id desc limit 1)`,
  'each line of a book says what was left after it': `
    select e.id from (select id, remaining as said,
      sum(classes) over (partition by purchase_id order by id) as total from "passEntries") e
    where e.said <> e.total`,
  'a pass is frozen on the days of its freeze, and has one at a time': `
    select f.purchase_id as id from freezes f join purchases p on p.id = f.purchase_id
    where f.state = 'frozen' and (p.frozen_from is null
      or abs(extract(epoch from p.frozen_from - f.first_day::timestamp at time zone 'UTC')) > 86400
      or abs(extract(epoch from p.frozen_until - (f.last_day + 1)::timestamp at time zone 'UTC')) > 86400)
    union select p.id from purchases p where p.frozen_from is not null
      and not exists (select from freezes f where f.purchase_id = p.id and f.state in ('frozen', 'over'))`,
  // an entry that the studio moved onto such a day later keeps its places
  'a frozen pass takes no place on the days of its freeze': `
    select r.id from registrations r join schedule s on s.id = r.schedule_id
      join freezes f on f.purchase_id = r.user_membership_id and f.state = 'frozen'
      join purchases p on p.id = f.purchase_id
    where r.created_at > f.decided_at and s.starts_at >= p.frozen_from and s.starts_at < p.frozen_until
      and (s.moved_at is null or s.moved_at < r.created_at)`,
  'an entry is never oversold': `
    select s.id from schedule s where s.registered_count + s.held_count > s.max_participants`,
  'a course is never oversold': `
    select c.id from courses c where c.registered_count + c.held_count > c.default_max_participants`,
  'an entry counts the places that are held': `
    select s.id from schedule s
    where s.held_count <> (select count(*) from "heldPlaces" h where h.schedule_id = s.id)`,
  'a course counts the places that are held': `
    select c.id from courses c
    where c.held_count <> (select count(*) from "heldCoursePlaces" h where h.course_id = c.id)`,
  'nobody is offered a place that is not held, and no place is held for nobody': `
    with offers as (select id, coalesce(schedule_id, course_id) as place, user_id, offered_until from waiting
      where state = 'offered'),
    held as (select schedule_id as place, user_id, until from "heldPlaces"
      union all select course_id, user_id, until from "heldCoursePlaces")
    select coalesce(w.id, h.user_id) as id
    from offers w full join held h on h.place = w.place and h.user_id = w.user_id and h.until = w.offered_until
    where w.id is null or h.user_id is null`,
  'an offer ends by itself': `
    select w.id from waiting w where w.state = 'offered' and not exists (
      select from jobs j where j.kind = 'waiting.offerExpires' and j.subject = w.id)`,
  'nobody waits for a place who has one': `
    select w.id from waiting w where w.state in ('waiting', 'offered') and (
      exists (select from registrations r where r.schedule_id = w.schedule_id and r.user_id = w.user_id)
      or exists (select from "courseRegistrations" r where r.course_id = w.course_id and r.user_id = w.user_id))`,
  "nobody looks for a stand-in for a class that is cancelled or another's": `
    select t.id from "standIns" t join schedule s on s.id = t.schedule_id
    where t.state in ('open', 'offered') and (not t.teacher_id = any (s.teacher_ids) or (s.cancelled_at is not null
      and not exists (select from "scheduleChangedEntries" e where e.schedule_id = s.id)))`,
  'the lines of a class add up to what it is worth by the heads that were counted last': `
    select e.id from "payEntries" e join (
      select l.entry_id, sum(l.cents) as cents, (array_agg(l.heads order by l.month desc))[1] as heads
      from "payLines" l group by l.entry_id) p on p.entry_id = e.id
    where e.base is null or p.cents <> least(e.base + e.per_head * p.heads, coalesce(e.most, 2147483647))`,
  'a line is of the month of its class or a later one': `
    select l.id from "payLines" l join "payEntries" e on e.id = l.entry_id where l.month < left(e.day::text, 7)`,
  'months are closed without a gap': `
    select m.month as id from "payMonths" m where m.month > (select min(month) from "payMonths") and not exists (
      select from "payMonths" b where b.month = to_char((m.month || '-01')::date - interval '1 day', 'YYYY-MM'))`,
  'looking for a stand-in ends by itself': `
    select t.id from "standIns" t where t.state in ('open', 'offered') and not exists (
      select from jobs j where j.kind = 'standIns.begins' and j.subject = t.id)`,
  'a drop-in has a payment of its own that stands, unless staff deleted it': `
    select r.id from registrations r join payments p on p.id = r.drop_in_payment_id
    where ${lost} or p.user_id <> r.user_id or p.item_id <> r.schedule_id or p.item <> 'drop-in ticket'`,
  'a course registration has a payment of its own that stands, unless staff deleted it': `
    select r.id from "courseRegistrations" r join payments p on p.id = r.payment_id
    where ${lost} or p.user_id <> r.user_id or p.item_id <> r.course_id or p.item <> 'course'`,
  'a place is paid by a pass of the person who holds it': `
    select r.id from registrations r join purchases p on p.id = r.user_membership_id where p.user_id <> r.user_id`,
  'a make-up class is used for the place that it pays for, also one cancelled late, and for nothing else': `
    select m.id from "makeUps" m where m.used_for is distinct from (
      select min(used.schedule_id) from (
        select r.schedule_id, r.user_id from registrations r where r.make_up_id = m.id
        union all
        select l.schedule_id, l.user_id from "lateCancellations" l where l.make_up_id = m.id and l.forgiven_at is null) used
      where used.user_id = m.user_id having count(*) = 1)`,
  'whoever has a make-up class that is not lost said that they can’t come to the class that it is for': `
    select m.id from "makeUps" m where m.taken_back_at is null and m.schedule_id is not null and not exists (
      select from absences a where a.schedule_id = m.schedule_id and a.user_id = m.user_id) and not exists (
      select from "lateCancellations" l where l.make_up_id = m.id and l.forgiven_at is null)`,
  'a pass is paid for by a payment of the person who holds it': `
    select u.id from purchases u join payments p on p.id = u.payment_id
    where p.user_id <> u.user_id or p.item <> 'membership' or p.item_id <> u.membership_id`,
  // a guardian still owes for the person after their link ended
  'what is open is paid by a person only where no account pays for them': `
    select p.id from payments p join payers y on y.id = p.payer_id
    where p.status not in ('confirmed', 'cancelled') and y.person_id is not null and exists ${paying('p.user_id')}
      and not (${saidByDeleted})`,
  'a person pays for nobody else, unless the account that paid is gone': `
    select p.id from payments p join payers y on y.id = p.payer_id
    where y.person_id <> p.user_id
      and not (${isDeleted('y.person_id')} and p.status in ('confirmed', 'cancelled')) and not (${saidByDeleted})`,
  'nobody has less than no credit': `
    select payer_id as id from credits where undone_at is null group by payer_id having sum(cents) < 0`,
  'a settled line has paid or kept all of its money': `
    select l.id from "bankLines" l
    where l.kind = 'payment' and l.state = 'settled' and (
      l.cents <> (l.outcome ->> 'credit')::int + coalesce((
        select sum((s ->> 'cents')::int) from jsonb_array_elements(l.outcome -> 'shares') s), 0)
      or exists (select from jsonb_array_elements(l.outcome -> 'shares') s where not exists (
        select from receipts r where r.source_id = l.id and r.payment_id = s ->> 'paymentId'
          and r.cents = (s ->> 'cents')::int)))`,
  'a line that waits has paid nothing': `
    select l.id from "bankLines" l where l.state <> 'settled' and (
      exists (select from receipts r where r.source_id = l.id and r.undone_at is null)
      or exists (select from credits c where c.source_id = l.id and c.undone_at is null))`,
  'a line of the bank brings no more than it holds': `
    select l.id from "bankLines" l
    where l.kind = 'payment' and l.cents < coalesce((
        select sum(r.cents) from receipts r where r.source_id = l.id and r.undone_at is null), 0)
      + coalesce((select sum(c.cents) from credits c where c.source_id = l.id and c.undone_at is null), 0)`,
  'a payer has a reference number': `
    select y.id from payers y where not exists (select from "payerReferences" r where r.payer_id = y.id)`,
  'the last digit of a reference number checks the others': `
    select r.reference as id from "payerReferences" r
    where (select sum(substr(reverse(r.reference), place, 1)::int * (array[1, 7, 3, 1])[case when place = 1 then 1 else 2 + (place - 2) % 3 end])
      from generate_series(1, length(r.reference)) place) % 10 <> 0`,
  'numbers of papers have no gap': `
    select n.series || '-' || n.year as id from "paperNumbers" n
    where n.last <> (select count(*) from papers p where p.series = n.series and p.year = n.year)
      or n.last <> (select max(p.number) from papers p where p.series = n.series and p.year = n.year)
    union select p.id from papers p where not exists (
      select from "paperNumbers" n where n.series = p.series and n.year = p.year and n.last >= p.number)`,
  'what stands on a paper is what was handed out': `
    select id from papers where encode(sha256(convert_to(content, 'UTF8')), 'hex') <> hash`,
  'an invoice comes to its lines': `
    select p.id from papers p where p.kind <> 'receipt'
      and p.cents <> (select coalesce(sum(l.cents), 0) from "invoiceLines" l where l.paper_id = p.id)`,
  'a payment is invoiced at no more than it comes to': `
    select p.id from payments p join (
      select payment_id, sum(cents) as cents from "invoiceLines" group by payment_id) l on l.payment_id = p.id
    where l.cents < 0 or l.cents > case p.status when 'cancelled' then 0 else p.price - p.let_go end`,
  'a receipt that holds is of a confirmed payment': `
    select r.id from papers r join payments p on p.id = r.payment_id
    where r.ended_at is null and p.status <> 'confirmed'`,
  // a debt from before the studio used this product pays for something that is not stored here
  'a payment that stands pays for something': `
    select p.id from payments p
    where p.status <> 'cancelled' and p.item <> 'earlier debt' and not exists (select from registrations r where r.drop_in_payment_id = p.id)
      and not exists (select from "courseRegistrations" r where r.payment_id = p.id)
      and not exists (select from purchases u where u.payment_id = p.id)
      and not exists (select from "monthlyFees" m where m.payment_id = p.id)
      and not exists (select from "lateCancellations" l where l.drop_in_payment_id = p.id and l.forgiven_at is null)
      and not ${isDeleted('p.user_id')}`,
  'a payment runs no longer than what it pays for': `
    select p.id from payments p
      left join purchases u on u.payment_id = p.id
      left join "courseRegistrations" r on r.payment_id = p.id left join courses c on c.id = r.course_id
      left join "monthlyFees" m on m.payment_id = p.id
    where p.runs_until is not null and p.status <> 'cancelled' and not coalesce(
      p.runs_until = u.valid_until and u.status = 'active',
      c.status = 'active' and p.runs_until between (c.end_date::timestamp at time zone 'UTC')
        and ((c.end_date + 2)::timestamp at time zone 'UTC'),
      abs(extract(epoch from p.runs_until - ((m.month || '-01')::timestamp + interval '1 month') at time zone 'UTC')) <= 86400,
      false)`,
  'a monthly fee has a payment of its own that stands': `
    select m.payment_id as id from "monthlyFees" m join payments p on p.id = m.payment_id
    where p.status = 'cancelled' or p.item <> 'monthly fee' or p.item_id <> m.month or p.user_id <> m.person_id`,
  'nobody has two membership categories on one day, and who has one has it since the last change': `
    select a.person_id as id from "categorySpans" a join "categorySpans" b on b.person_id = a.person_id and b.id > a.id
    where coalesce(b.since, '-infinity') < coalesce(a.until, 'infinity')
    union select s.person_id from "categorySpans" s join people u on u.id = s.person_id
    where s.until is null and not (u.active and u.membership_category is not distinct from s.category_id)`,
  'a sibling discount is its percentage of the full price, half a cent as a whole one': `
    select p.id from payments p
    where p.discount <> floor(((p.price + p.discount)::bigint * p.sibling_percent + 50) / 100)
      or (p.discount > 0 and p.sibling_percent is null and p.discount_code is null)`,
  'a payment stands where its history ends': `
    select p.id from payments p
    where not exists (
      select from "paymentHistory" h where h.payment_id = p.id and h.to_status = p.status
        and h.to_amount is not distinct from ${paidAmount}
        and h.id = (select max(id) from "paymentHistory" where payment_id = p.id))`,
  'a history has no gap': `
    select h.id from "paymentHistory" h
    where h.from_status is distinct from (
      select b.to_status from "paymentHistory" b where b.payment_id = h.payment_id and b.id < h.id order by b.id desc limit 1)`,
  'the receipts of a payment add up to what its status says': `
    select p.id from payments p
    where case p.status
      when 'confirmed' then ${received} + p.let_go < p.price or (p.let_go > 0 and ${received} + p.let_go > p.price)
      when 'partlyPaid' then ${received} <= 0 or ${received} >= p.price
      when 'due' then ${received} <> 0
      when 'cancelled' then ${received} <> 0
      else ${received} < 0 end`,
  'a receipt is of the same kind as its payment': `
    select r.id from receipts r join payments p on p.id = r.payment_id where r.item <> p.item`,
  'a confirmed payment has a receipt, a cancelled one none that counts': `
    select p.id from payments p
    where p.status in ('confirmed', 'cancelled')
      and (p.status = 'confirmed') <> exists (select from receipts r where r.payment_id = p.id and r.undone_at is null)`,
  'a hand-over is the cash that lies in it': `
    select h.id from "handOvers" h
    where h.cents <> (select coalesce(sum(t.cents), 0) from takings t where t.hand_over_id = h.id)`,
  'cash lies in one box, is handed over, or is settled with its payment': `
    select t.id from takings t join payments p on p.id = t.payment_id left join "handOvers" h on h.id = t.hand_over_id
    where (t.settled_at is null and p.status not in ('markedByTeacher', 'cancelled'))
      or (t.settled_at is null and h.confirmed_at is not null)
      or (h.id is not null and h.box_of <> t.box_of)`,
  'cash that a teacher takes where there are cash boxes lies in one with its sum': `
    select p.id from payments p join takings t on t.payment_id = p.id and t.settled_at is null
    where p.status = 'markedByTeacher' and (p.stated <> t.cents or p.payment_method <> 'cash')`,
  'a used Stebby ticket has brought money for its payment, and no other ticket the same': `
    select t.id from "stebbyTickets" t left join receipts r on r.id = t.receipt_id
    where (t.state = 'used' and (r.id is null or r.payment_id <> t.payment_id or r.way <> 'stebby' or r.cents <= 0))
      or (t.state <> 'used' and t.receipt_id is not null)
      or exists (select from "stebbyTickets" o where o.id <> t.id and (o.receipt_id = t.receipt_id or o.code = t.code))`,
  'a Stebby ticket that is being used is looked at again': `
    select t.id from "stebbyTickets" t
    where t.state in ('reading', 'using') and t.next_at is null
      or t.state = 'unsure' and t.next_at is null and t.problem is distinct from 'gone'`,
  'what takes place has its room and teachers, and nothing else has any': `
    select s.id from schedule s
    where (s.cancelled_at is null and (s.room_id is not null or cardinality(s.teacher_ids) > 0)) <> exists (
      select from taken t where t.owner_id = s.id and t.room_id is not distinct from s.room_id
        and t.teacher_ids = s.teacher_ids and t.starts_at = s.starts_at and t.ends_at = s.ends_at)
    union all select c.id from courses c
    where (c.status = 'active' and (c.room_id is not null or cardinality(c.teacher_ids) > 0)) <> exists (
      select from taken t where t.owner_id = c.id and t.room_id is not distinct from c.room_id
        and t.teacher_ids = c.teacher_ids)
    union all select t.id from taken t
    where not exists (select from schedule s where s.id = t.owner_id) and not exists (select from courses c where c.id = t.owner_id)`,
  'a deleted user has no way in, owes nothing, and holds nothing to come': `
    select u.id from people u where u.deleted_at is not null and (
      exists (select from accounts a where a.person_id = u.id)
      or exists (select from guardians g where g.person_id = u.id)
      or exists (select from payments p where p.user_id = u.id and p.status in ('due', 'partlyPaid'))
      or exists (select from purchases p where p.user_id = u.id and p.status = 'active' and p.valid_until > u.deleted_at)
      or exists (select from registrations r join schedule s on s.id = r.schedule_id
        where r.user_id = u.id and s.starts_at > u.deleted_at))`,
  'a person has one account': `
    select person_id as id from accounts where person_id is not null group by person_id having count(*) > 1`,
  'an address belongs to one account': `select email as id from accounts group by email having count(*) > 1`,
  'nobody is guardian of the own person': `
    select g.person_id as id from guardians g join accounts a on a.id = g.account_id where a.person_id = g.person_id`,
  'an invitation asks about as many people as its kind does': `
    select i.id from "familyInvitations" i
      join lateral (select count(*) as people from "familyInvitationPeople" p where p.invitation_id = i.id) a on true
    where case i.kind when 'guardian' then least(1, a.people) when 'ownSignIn' then a.people else 1 - a.people end <> 1`,
  'an invitation is accepted while it holds, and never before it was made': `
    select i.id from "familyInvitations" i
    where i.expires_at <= i.created_at or i.accepted_at >= i.expires_at or i.accepted_at < i.created_at`,
  'nobody is asked, and nothing about pictures is kept, about who is deleted': `
    select p.invitation_id as id from "familyInvitationPeople" p where ${isDeleted('p.person_id')}
    union all select c.person_id from "photoConsents" c where ${isDeleted('c.person_id')}`,
  'an account that was closed when records were merged speaks for nobody and owes nothing': `
    select a.id from accounts a where a.person_id is null and not a.active and (
      exists (select from guardians g where g.account_id = a.id)
      or exists (select from "photoConsents" c where c.account_id = a.id)
      or exists (select from "familyInvitations" i where i.account_id = a.id)
      or exists (select from payments p where p.payer_id = a.id and p.status not in ('confirmed', 'cancelled')))`,
  'a message was written to as many accounts as it says, and not to more': `
    select m.id from mailings m where m.accounts < (select count(*) from "mailingReaders" r where r.mailing_id = m.id)`,
  'whoever a message waits for is told of it by a job': `
    select distinct r.mailing_id as id from "mailingReaders" r
    where r.state = 'waiting' and not exists (
      select from jobs j where j.kind in ('mailings.tell', 'mailings.follow') and j.subject = r.mailing_id)`,
  'a letter that waits is written by a job': `
    select distinct w.account_id as id from "waitingNotices" w
    where not exists (select from jobs j where j.kind = 'notices.write' and j.subject = w.account_id)`,
  'a cancelled pass takes no new place': `
    select p.id from purchases p join registrations r on r.user_membership_id = p.id
    where p.status = 'cancelled' and r.created_at > p.updated_at`,
}

/** Number of named invariants; the references between tables are checked in addition. */
export const invariantCount = Object.keys(violations).length

/** A broken invariant, and the ids of the rows at fault. */
export interface Finding {
  readonly check: string
  readonly ids: readonly string[]
}

/**
 * Checks every invariant and returns the broken ones. Each check is one statement, so concurrent changes cause no
 * findings.
 */
export async function findings(database: Database): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [check, query] of [...Object.entries(violations), ...(await references(database))]) {
    const wrong = rows<{ id: string | number }>(await database.read.execute(query))
    if (wrong.length > 0) found.push({ check, ids: wrong.map(({ id }) => String(id)) })
  }
  return found
}

/** The database itself refuses orphans, but not those in a damaged or hand-made copy. */
async function references(database: Database): Promise<[string, string][]> {
  const found = rows<{ check: string; query: string }>(
    await database.read.execute(sql`
      select format('%s.%s leads to a row of %s', c.relname, ca.attname, p.relname) as check,
        format('select distinct c.%1$I::text as id from %2$I c
          where c.%1$I is not null and not exists (select from %3$I p where p.%4$I = c.%1$I)',
          ca.attname, c.relname, p.relname, pa.attname) as query
      from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = k.conkey[1]
        join pg_class p on p.oid = k.confrelid join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[1]
      where k.contype = 'f' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace
      order by 1`),
  )
  return found.map(({ check, query }) => [check, query])
}

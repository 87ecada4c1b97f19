import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { embeddedEngine } from '#server/db/embedded.ts'
import { databaseOver, rows } from '#server/db/database.ts'
import { embeddedTemplate, MEMORY_START_PARAMS } from '#server/testing/embedded-template.ts'
import { readSettings } from '#server/settings.ts'
import { identify } from '#studio/accounts/server/identify.ts'
import { makeSampleStudio } from '#server/demo/sampleStudio.ts'
const template = readFileSync(await embeddedTemplate())
const r = readSettings({})
if (!('settings' in r)) throw 0
for (const iso of process.argv.slice(2)) {
  const pglite = await PGlite.create({ loadDataDir: new Blob([template]), startParams: MEMORY_START_PARAMS })
  const database = databaseOver(
    await embeddedEngine(
      async () => ({ pglite }),
      () => {},
    ),
  )
  const c = process.cpuUsage(),
    t = performance.now()
  try {
    await makeSampleStudio(
      { database, settings: r.settings, identify },
      Date.parse(iso),
      process.env.QUIET ? undefined : (l) => console.log(Math.round(performance.now() - t), l),
    )
  } catch (e) {
    console.log(iso, 'FAILED', e)
    continue
  }
  const d = process.cpuUsage(c)
  console.log(iso, 'ok wall', Math.round(performance.now() - t), 'cpu', Math.round((d.user + d.system) / 1000))
  const q1 = async (q: string) => JSON.stringify(rows(await database.read.execute(sql.raw(q))))
  console.log('  ', await q1(`select (select count(distinct status) from payments) states, (select count(*) from payments where status='due' and deadline < '${iso}') overdue, (select count(*) from payments where status='teacherMarkedAsPaid') tm, (select count(*) from payments where status='userMarkedAsPaid') um, (select count(*) from payments where status='confirmed' and actual_amount<>price) odd, (select count(*) from registrations) regs, (select count(*) from schedule where class_name='K-POP Cover Dance' and starts_at > '${iso}' and registered_count=5) full_kpop, (select count(*) from schedule where class_name='Heels' and starts_at > '${iso}' and registered_count=6) heels, (select count(*) from courses where registered_count=default_max_participants) fullc`))
  if (process.env.SHOW)
    for (const q of [
      `select status, count(*), sum(price) from payments group by 1`,
      `select status, price, actual_amount from payments where actual_amount <> price and status <> 'cancelled'`,
      `select count(*) entries, sum(registered_count) regs, count(*) filter (where starts_at > '${iso}') upcoming from schedule`,
      `select value, count(*) from attendance group by 1`,
      `select name, registered_count, default_max_participants, start_date, reg_deadline, end_date from courses order by start_date`,
      `select membership_name, count(*), sum(classes_used) used, sum(class_limit) lim from purchases group by 1`,
      `select class_name, starts_at, registered_count, max_participants from schedule where starts_at > '${iso}' order by starts_at limit 14`,
      `select count(*) from logs`,
      `select level, message, count(*) from logs where level <> 'info' group by 1,2`,
      `select count(*) from commands`,
      `select count(*) from (select lag(created_at) over (order by id) > created_at as bad from logs) x where bad`,
      `select class_name, categories, date_trunc('week', starts_at) w, avg(registered_count)::numeric(4,1) a, max(max_participants) from schedule group by 1,2,3 order by 1,3`,
    ]) {
      console.log(q)
      console.table(rows(await database.read.execute(sql.raw(q))))
    }
  await database.close()
}

import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { bills } from '#studio/bills/contract.ts'
import { allSwitched } from '#studio/settings/rules.ts'
import type { EngineName, Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import type { Home } from '../setup/server.ts'

const PEOPLE = { full: 500, quick: 20 }
const LOOKS = 5

/** The monthly fees of all people: previewed, and billed by one press. */
export async function measureBills(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const people = scale.quick ? PEOPLE.quick : PEOPLE.full
  const home = await engines.studioOn(engine)
  await owingFees(home, people)
  const studio = await TestStudio.open({}, await openDatabase({ dataDir: '', ...home }))
  try {
    studio.now = Date.now()
    const month = new Date().toISOString().slice(0, 7)
    const admin = await studio.person('admin')
    const looks: number[] = []
    let rows: { personId: string; proposed: number; cents: number }[] = []
    for (let look = 0; look < LOOKS; look++) {
      const began = performance.now()
      const bill = await studio.ask(admin, bills.month, { month })
      looks.push(performance.now() - began)
      rows = bill.rows.map(({ personId, full }) => ({ personId, proposed: full, cents: full }))
    }
    const began = performance.now()
    const { created } = await studio.must(admin, bills.create, { month, rows })
    const took = performance.now() - began
    if (created !== people) throw new Error(`Of ${people} people ${created} were billed.`)
    return [
      { measure: `${engine}: bill of 500 people, looked at`, value: median(looks) },
      { measure: `${engine}: bill of 500 people, made`, value: took },
    ]
  } finally {
    await studio.close()
  }
}

/** Enables the feature, and gives the first people a category with a monthly price. */
async function owingFees(home: Home, people: number): Promise<void> {
  const database = await openDatabase({ dataDir: '', ...home })
  const value = JSON.stringify({ ...allSwitched(false), monthlyFees: true })
  try {
    await database.transaction(async (tx) => {
      await tx.execute(
        sql`insert into settings (section, value, version, changed_at) values ('features', ${value}::jsonb, 1, now())`,
      )
      await tx.execute(sql`update "membershipCategories" set monthly_price = 4000 where id = 'Cover'`)
      await tx.execute(sql`
        update people set membership_category = case when substr(id, 2)::int <= ${people}::int then 'Cover' end
        where id ~ '^u[0-9]+$'`)
    })
  } finally {
    await database.close()
  }
}

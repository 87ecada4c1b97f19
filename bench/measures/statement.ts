import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { openDatabase, rows } from '#server/db/database.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { allSwitched } from '#studio/settings/rules.ts'
import type { EngineName, Engines } from '../setup/engines.ts'
import type { Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio, type Home } from '../setup/server.ts'
import { admin, cookieOf, ENTRIES, peopleFrom } from '../setup/studio.ts'

const ACCOUNT = 'EE471000001020145685'
const LINES = { full: 10_000, quick: 100 }

/** A bank statement with a reference on each transfer is read, saved and matched with open payments. */
export async function measureStatement(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const home = await engines.studioOn(engine)
  const file = await transfers(home, scale.quick ? LINES.quick : LINES.full)
  const server = await startStudio(home)
  try {
    const desk = await HttpConnection.open(server.port)
    const other = await HttpConnection.open(server.port)
    const before = await server.memory()
    const began = performance.now()
    const answer = desk.post('/rpc/bank.read', { key: newId(), input: { file } }, cookieOf(admin))
    const reading = new AbortController()
    let [most, slowest] = [before, 0]
    const others = (async () => {
      while (!reading.signal.aborted) {
        const asked = performance.now()
        await other.get('/initial')
        slowest = Math.max(slowest, performance.now() - asked)
        most = Math.max(most, await server.memory())
        await sleep(20)
      }
    })()
    const { status, body } = await answer
    const took = performance.now() - began
    reading.abort()
    await others
    const { value } = JSON.parse(body) as { value?: { lines: number; settles: number } }
    if (status !== 200 || !value?.settles) throw new Error(`The statement was refused: ${body}`)
    desk.close()
    other.close()
    return [
      { measure: `${engine}: statement of 10,000 lines, read and matched`, value: took },
      { measure: `${engine}: statement of 10,000 lines, memory beside that of before`, value: (most - before) / 1e6 },
      { measure: `${engine}: statement of 10,000 lines, slowest answer to others meanwhile`, value: slowest },
    ]
  } finally {
    await server.stop()
  }
}

/** Enables the feature, gives each person a payment due, and returns the bank's file in base64. */
async function transfers(home: Home, lines: number): Promise<string> {
  const database = await openDatabase({ dataDir: '', ...home })
  try {
    const value = JSON.stringify({ ...allSwitched(false), statements: true })
    const owing = peopleFrom(1, Math.min(2_000, lines))
    const found = await database.transaction(
      async (tx) => {
        await tx.execute(
          sql`insert into settings (section, value, version, changed_at) values ('features', ${value}::jsonb, 1, now())`,
        )
        await tx.execute(sql`
          insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status,
            deadline, created_at, updated_at)
          select 'open' || n, 'u' || n, 'u' || n, 'drop-in ticket', 'e' || (n % ${ENTRIES}::int + 1), 'Girls beginners', 1500,
            'bankTransfer', 'due', now() + interval '1 week', now(), now()
          from generate_series(1, ${owing.length}::int) n`)
        await tx.execute(sql`
          insert into "paymentHistory" (payment_id, at, to_status, reason)
          select id, now(), 'due', 'created' from payments where id like 'open%'`)
        return rows<{ reference: string }>(
          await tx.execute(sql`
            select reference from "payerReferences" r join payments p on p.payer_id = r.payer_id where p.id like 'open%'`),
        )
      },
      { deadline: 60_000 },
    )
    const movements = peopleFrom(0, lines).map((place) =>
      movement({
        archive: `RO${place}`,
        order: `RO${place}`,
        cents: 1500,
        reference: found[place % found.length]?.reference ?? '',
        text: '',
      }),
    )
    return Buffer.from(camt(statementOf(movements, { account: ACCOUNT }))).toString('base64')
  } finally {
    await database.close()
  }
}

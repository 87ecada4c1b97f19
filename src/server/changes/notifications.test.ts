import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { signal } from '#server/testing/signal.ts'
import { Notifications } from './notifications.ts'

const refusal = Object.assign(new Error('cannot execute LISTEN'), { code: '25006', severity: 'ERROR' })
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A connection that is lost once; reconnecting then fails with each of these errors. */
async function lost(errors: readonly Error[]) {
  const said: string[] = []
  const waited: number[] = []
  const back = signal()
  const left = [...errors]
  const made: EventEmitter[] = []
  const connected = async () => {
    const failed = made.length > 0 && left.shift()
    const client = Object.assign(new EventEmitter(), {
      query: async () => {
        if (failed) throw failed
      },
      end: async () => {},
    })
    made.push(client)
    return client as unknown as pg.Client
  }
  const log = (line: string) => {
    said.push(line)
    if (line.endsWith('is back')) back.fire()
  }
  const notifications = new Notifications(connected, log, async (milliseconds) => waited.push(milliseconds))
  await notifications.start()
  made[0]?.emit('end')
  await back.fired
  await notifications.close()
  return { said, longest: Math.max(...waited) }
}

const LOST = 'The connection that hears of changes was lost'
const BACK = 'The connection that hears of changes is back'

test('reports a database that refuses to listen once, and retries less and less often', async () => {
  const { said, longest } = await lost([away, ...Array.from({ length: 12 }, () => refusal)])
  expect(said).toEqual([
    LOST,
    'The database is there, but the connection that hears of changes is refused: cannot execute LISTEN',
    BACK,
  ])
  expect(longest).toBeGreaterThan(3_000)
  expect(longest).toBeLessThanOrEqual(30_000)
})

test('retries an unreachable database about every two seconds', async () => {
  const { said, longest } = await lost(Array.from({ length: 12 }, () => away))
  expect(said).toEqual([LOST, BACK])
  expect(longest).toBeLessThanOrEqual(3_000)
})

import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { openDatabase } from '#server/db/database.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { addressBucket, Limits } from './limits.ts'

const places = new EmptyPlaces()
afterAll(() => places.remove())

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:1:2::A', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:50123', '192.0.2.7'],
])('counts %s as %s', (address, bucket) => expect(addressBucket(address)).toBe(bucket))

it(
  'counting attempts does not wait for the disk',
  async () => {
    const database = await openDatabase(places.folder('migrated'))
    const syncs = vi.spyOn(fs, 'fsyncSync')
    const syncsOf = async (work: () => Promise<unknown>) => {
      syncs.mockClear()
      await work()
      return syncs.mock.calls.length
    }
    const limit = { key: 'signIn:anna', max: 3, per: MINUTE }
    const over = () => new Limits(database, 1).over([limit], Date.now())
    const write = sql`update "rateLimits" set count = count + 1`
    try {
      await over()
      expect(await syncsOf(over)).toBe(0)
      expect(await syncsOf(() => database.transaction((tx) => tx.execute(write)))).toBe(1)
      expect(await over()).toBeGreaterThan(0)
    } finally {
      syncs.mockRestore()
      await database.close()
    }
  },
  4 * 60_000,
)

import type * as Library from 'date-holidays'
import { expect, it, vi } from 'vitest'
import { holidayCalled } from './holidays.ts'

const tables = vi.hoisted(() => ({ missing: true }))
vi.mock('date-holidays', async (original) => {
  const { default: Holidays } = await original<typeof Library>()
  class Read extends Holidays {
    constructor(...given: ConstructorParameters<typeof Holidays>) {
      if (tables.missing) throw new Error('The tables are missing.')
      super(...given)
    }
  }
  return { default: Read }
})

it('reads the holidays of a year again after they could not be read', async () => {
  const closed = { firstDay: '2026-12-25', lastDay: '2026-12-25', reason: 'Christmas Day' }
  await expect(holidayCalled(closed)).rejects.toThrow('The tables are missing.')
  tables.missing = false
  expect(await holidayCalled(closed)).toMatchObject({ day: '2026-12-25', en: 'Christmas Day' })
})

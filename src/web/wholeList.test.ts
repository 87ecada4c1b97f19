import { expect, it } from 'vitest'
import { EXPORT_LIMIT } from '#kernel/paging.ts'
import { wholeList } from './wholeList.ts'

interface Part {
  readonly rows: readonly string[]
  readonly total: number
  readonly parts: number
}

/** Acts as the server, two rows per part; `lists` is the content of the list at each request. */
function reader(...lists: string[]) {
  const asked: number[] = []
  const seen: string[] = []
  const ask = (part: number): Promise<Part | null> => {
    const list = [...(lists[asked.length] ?? lists.at(-1) ?? '')]
    asked.push(part)
    const rows = part === 0 ? list : list.slice((part - 1) * 2, part * 2)
    return Promise.resolve({
      rows,
      total: list.length,
      parts: part === 0 ? 1 : Math.max(1, Math.ceil(list.length / 2)),
    })
  }
  const read = async () => {
    const onPart = (done: number, parts: number) => seen.push(`${done}/${parts}`)
    const parts = await wholeList<Part>({ ask, of: (part) => part, rows: ({ rows }) => rows.length, onPart })
    return parts?.flatMap(({ rows }) => rows).join('')
  }
  return { read, asked, seen }
}

it('reads a list part by part and reports its progress after each', async () => {
  const { read, seen } = reader('abcde')
  expect(await read()).toBe('abcde')
  expect(seen).toEqual(['1/3', '2/3', '3/3'])
  expect(await reader('').read()).toBe('')
})

it('starts over when a row is added meanwhile, as another one would appear twice', async () => {
  const { read, asked } = reader('abcd', 'xabcd')
  expect(await read()).toBe('xabcd')
  expect(asked).toEqual([1, 2, 1, 2, 3])
})

it('requests the whole list at once when it keeps changing', async () => {
  const { read, asked } = reader('abc', 'xabc', 'yxabc', 'zyxabc', 'abcdefgh')
  expect(await read()).toBe('abcdefgh')
  expect(asked).toEqual([1, 2, 1, 2, 0])
})

it('stops when the file is full, and returns null when a part is missing', async () => {
  const asked: number[] = []
  const full = (part: number) => {
    asked.push(part)
    return Promise.resolve(EXPORT_LIMIT / 2)
  }
  const rest = { of: () => ({ total: 3 * EXPORT_LIMIT, parts: 9 }), rows: (part: number) => part, onPart: () => {} }
  expect(await wholeList({ ask: full, ...rest })).toHaveLength(2)
  expect(asked).toEqual([1, 2])
  expect(await wholeList({ ask: () => Promise.resolve(null), ...rest })).toBeNull()
})

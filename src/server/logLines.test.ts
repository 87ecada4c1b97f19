import { expect, it } from 'vitest'
import { jsonLines } from './logLines.ts'

interface Line {
  readonly level: number
  readonly time: string
  readonly msg: string
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string }
}

it('prints one JSON object per line, with the stack of an error, and without secrets', () => {
  const written: string[] = []
  const { say, report } = jsonLines({ write: (line) => void written.push(line) })
  say('Closing.\nTwo lines')
  const error = Object.assign(new Error('It broke'), { token: 'planted', request: { cookie: 'planted', route: '/x' } })
  report('A request failed (1).', error)
  report('Without one.')
  expect(written.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
  const [said, failed, bare] = written.map((line) => JSON.parse(line) as Line)
  expect(said).toMatchObject({ level: 30, msg: 'Closing.\nTwo lines' })
  expect(failed).toMatchObject({ level: 50, msg: 'A request failed (1).', err: { type: 'Error', message: 'It broke' } })
  expect(failed?.err?.stack).toContain('logLines.test.ts')
  expect(Date.parse(said?.time ?? '')).not.toBeNaN()
  expect(bare).not.toHaveProperty('err')
  expect(written.join('')).not.toContain('planted')
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { WITH_FEATURES } from '#server/testing/studio.ts'
import { fuzz } from '#server/testing/fuzz/fuzz.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import type { CommandHandler } from '#server/procedures.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'

type Run = CommandHandler<unknown, unknown, string>['run']

let http: HttpStudio
beforeEach(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
})
afterEach(() => http.close())

it(
  'responds to, refuses or closes whatever is sent, and its data stays consistent',
  async () => {
    const count = numbers(750, 100_000)
    const started = performance.now()
    const { answers, faults } = await fuzz(http, { count, seed: 20260310 })
    const seconds = (performance.now() - started) / 1000
    figure(
      17,
      'calls with hostile input, bytes and frames',
      `${count} in ${seconds.toFixed(0)} s, ${faults.length} faults`,
    )
    expect(faults).toEqual([])
    expect(http.studio.reported).toEqual([])
    // the attack was real: some calls succeeded, most did not
    expect(answers['done']).toBeGreaterThan(5)
    expect(answers['invalidInput']).toBeGreaterThan(100)
    expect(await (await http.fetch('/health')).text()).toBe('ok\n')
    await expectInvariants(http.studio)
  },
  PATIENCE,
)

it('would notice a handler that fails (negative control)', async () => {
  const only = 'accounts.setLanguage'
  const handler = http.services.commands.get(only)?.handler as { run: Run }
  const { run } = handler
  handler.run = () => Promise.reject(new Error('planted'))
  try {
    const { faults } = await fuzz(http, { count: 40, seed: 1, only })
    expect(faults.length).toBeGreaterThan(0)
    expect(faults[0]).toContain('500')
    expect(faults.join()).not.toContain('planted')
  } finally {
    handler.run = run
  }
}, 30_000)

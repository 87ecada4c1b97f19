import { expect, it } from 'vitest'
import type { Contract } from '#kernel/procedures.ts'

const contracts = import.meta.glob<Record<string, Contract>>('/src/studio/*/contract.ts', { eager: true })
const calls = import.meta.glob<Record<string, Contract>>('/src/studio/*/calls.ts', { eager: true })

const names = (contract: Contract) => Object.values(contract).map(({ name }) => name)

it('every procedure is called by the name under which its contract declares it', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(contracts).map((file) => file.replace('contract.ts', 'calls.ts')))
  for (const [file, exported] of Object.entries(calls)) {
    for (const [concept, named] of Object.entries(exported)) {
      const contract = contracts[file.replace('calls.ts', 'contract.ts')]?.[concept] ?? {}
      expect(names(contract).length, concept).toBeGreaterThan(0)
      expect(Object.keys(contract).map((key) => named[key]?.name)).toEqual(names(contract))
    }
  }
})

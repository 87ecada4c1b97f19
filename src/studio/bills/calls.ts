import { callsOf } from '#kernel/calls.ts'
import type { bills as contract } from './contract.ts'

export const bills = callsOf<typeof contract>('bills')

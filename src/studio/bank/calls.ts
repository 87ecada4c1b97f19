import { callsOf } from '#kernel/calls.ts'
import type { bank as contract } from './contract.ts'

export const bank = callsOf<typeof contract>('bank')

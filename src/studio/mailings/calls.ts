import { callsOf } from '#kernel/calls.ts'
import type { mailings as contract } from './contract.ts'

export const mailings = callsOf<typeof contract>('mailings')

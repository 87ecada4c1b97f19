import { callsOf } from '#kernel/calls.ts'
import type { payments as contract } from './contract.ts'

export const payments = callsOf<typeof contract>('payments')

import { callsOf } from '#kernel/calls.ts'
import type { pay as contract } from './contract.ts'

export const pay = callsOf<typeof contract>('pay')

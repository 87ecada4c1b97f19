import { callsOf } from '#kernel/calls.ts'
import type { accounts as contract } from './contract.ts'

export const accounts = callsOf<typeof contract>('accounts')

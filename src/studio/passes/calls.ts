import { callsOf } from '#kernel/calls.ts'
import type { passes as contract } from './contract.ts'

export const passes = callsOf<typeof contract>('passes')

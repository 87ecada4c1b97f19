import { callsOf } from '#kernel/calls.ts'
import type { schedule as contract } from './contract.ts'

export const schedule = callsOf<typeof contract>('schedule')

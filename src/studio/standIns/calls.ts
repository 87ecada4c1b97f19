import { callsOf } from '#kernel/calls.ts'
import type { standIns as contract } from './contract.ts'

export const standIns = callsOf<typeof contract>('standIns')

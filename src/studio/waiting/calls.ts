import { callsOf } from '#kernel/calls.ts'
import type { waiting as contract } from './contract.ts'

export const waiting = callsOf<typeof contract>('waiting')

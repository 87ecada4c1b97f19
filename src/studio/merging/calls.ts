import { callsOf } from '#kernel/calls.ts'
import type { merging as contract } from './contract.ts'

export const merging = callsOf<typeof contract>('merging')

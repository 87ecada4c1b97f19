import { callsOf } from '#kernel/calls.ts'
import type { signing as contract } from './contract.ts'

export const signing = callsOf<typeof contract>('signing')

import { callsOf } from '#kernel/calls.ts'
import type { notices as contract } from './contract.ts'

export const notices = callsOf<typeof contract>('notices')

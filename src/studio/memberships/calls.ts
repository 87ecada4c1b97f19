import { callsOf } from '#kernel/calls.ts'
import type { memberships as contract } from './contract.ts'

export const memberships = callsOf<typeof contract>('memberships')

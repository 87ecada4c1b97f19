import { callsOf } from '#kernel/calls.ts'
import type { families as contract } from './contract.ts'

export const families = callsOf<typeof contract>('families')

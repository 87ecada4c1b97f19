import { callsOf } from '#kernel/calls.ts'
import type { closures as contract } from './contract.ts'

export const closures = callsOf<typeof contract>('closures')

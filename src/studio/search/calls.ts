import { callsOf } from '#kernel/calls.ts'
import type { search as contract } from './contract.ts'

export const search = callsOf<typeof contract>('search')

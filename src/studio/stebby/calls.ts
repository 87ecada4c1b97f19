import { callsOf } from '#kernel/calls.ts'
import type { stebby as contract } from './contract.ts'

export const stebby = callsOf<typeof contract>('stebby')

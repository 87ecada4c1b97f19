import { callsOf } from '#kernel/calls.ts'
import type { statistics as contract } from './contract.ts'

export const statistics = callsOf<typeof contract>('statistics')

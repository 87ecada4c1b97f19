import { callsOf } from '#kernel/calls.ts'
import type { rooms as contract } from './contract.ts'

export const rooms = callsOf<typeof contract>('rooms')

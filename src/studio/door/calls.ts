import { callsOf } from '#kernel/calls.ts'
import type { door as contract } from './contract.ts'

export const door = callsOf<typeof contract>('door')

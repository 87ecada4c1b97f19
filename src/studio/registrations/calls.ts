import { callsOf } from '#kernel/calls.ts'
import type { registrations as contract } from './contract.ts'

export const registrations = callsOf<typeof contract>('registrations')

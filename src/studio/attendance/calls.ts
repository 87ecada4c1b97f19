import { callsOf } from '#kernel/calls.ts'
import type { attendance as contract } from './contract.ts'

export const attendance = callsOf<typeof contract>('attendance')

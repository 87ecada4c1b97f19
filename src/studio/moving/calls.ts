import { callsOf } from '#kernel/calls.ts'
import type { moving as contract } from './contract.ts'

export const moving = callsOf<typeof contract>('moving')

import { callsOf } from '#kernel/calls.ts'
import type { settings as contract } from './contract.ts'

export const settings = callsOf<typeof contract>('settings')

import { callsOf } from '#kernel/calls.ts'
import type { privacy as contract } from './contract.ts'

export const privacy = callsOf<typeof contract>('privacy')

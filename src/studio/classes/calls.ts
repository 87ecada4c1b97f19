import { callsOf } from '#kernel/calls.ts'
import type { classes as contract } from './contract.ts'

export const classes = callsOf<typeof contract>('classes')

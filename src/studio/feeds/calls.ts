import { callsOf } from '#kernel/calls.ts'
import type { feeds as contract } from './contract.ts'

export const feeds = callsOf<typeof contract>('feeds')

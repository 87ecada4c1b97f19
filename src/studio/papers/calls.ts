import { callsOf } from '#kernel/calls.ts'
import type { papers as contract } from './contract.ts'

export const papers = callsOf<typeof contract>('papers')

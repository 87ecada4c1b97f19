import { callsOf } from '#kernel/calls.ts'
import type { courses as contract } from './contract.ts'

export const courses = callsOf<typeof contract>('courses')

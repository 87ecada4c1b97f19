import { done } from '#kernel/result.ts'
import { run, serve } from '#server/procedures.ts'
import { door } from './contract.ts'
import { days } from './server/days.ts'

export const doorServer = serve(door, { days, clock: run(async (c) => done({ now: c.now })) })

// The letter that a class for which people wait has another time.
import type { CommandContext } from '#server/procedures.ts'
import { forgetWaiting } from '#studio/notices/server/takeBack.ts'
import { letterKind } from '#studio/notices/server/tell.ts'

export const newTime = letterKind('waiting.newTime', 'moved')

/** Withdraws these letters while they wait: the wait has ended, or there is a newer time. */
export const forgetNewTime = (c: CommandContext, waitingIds: readonly string[]) =>
  forgetWaiting(c, { subjects: waitingIds, kinds: [newTime] })

import pLimit from 'p-limit'
import { MINUTE } from '#kernel/time.ts'

/** Milliseconds before a failed read is retried. */
const AGAIN = 1_000

interface Parts {
  /** Reads from the database; returns whether anything is new. */
  readonly take: () => Promise<boolean>
  /** Called after an automatic read: whether it found something new, and whether `missed` had been called. */
  readonly found: (what: { readonly isNew: boolean; readonly missed: boolean }) => void
  readonly failed: (error: unknown) => void
  /** Also reads once a minute: a killed server may have changed something without announcing it. */
  readonly often: boolean
}

/** Reads from the database when asked; retries a failed read until it succeeds. */
export function steadyLook({ take, found, failed, often }: Parts) {
  // one at a time: of two at once, the earlier could end last, and its old data would stay until the next change
  const inTurn = pLimit(1)
  let next: NodeJS.Timeout | undefined
  let [fails, missed, stopped] = [false, false, false]

  const plan = () => {
    clearTimeout(next)
    if (stopped || !(often || fails || missed)) return
    next = setTimeout(() => void lookByItself(), fails || missed ? AGAIN : MINUTE).unref()
  }
  const look = async (): Promise<boolean> => {
    try {
      const isNew = await inTurn(take)
      fails = false
      return isNew
    } catch (error) {
      // report once per outage
      if (!fails) failed(error)
      fails = true
      return false
    } finally {
      plan()
    }
  }
  const lookByItself = async () => {
    const isNew = await look()
    if (fails || stopped) return
    const what = { isNew, missed }
    missed = false
    if (what.isNew || what.missed) found(what)
    plan()
  }
  plan()
  return {
    look,
    /** Something may have changed without an announcement: `found` is called when the database responds again. */
    missed() {
      // already planned: do not postpone it
      if (missed) return
      missed = true
      plan()
    },
    async stop() {
      stopped = true
      clearTimeout(next)
      await inTurn(() => {})
    },
  }
}

import pLimit from 'p-limit'
import { MINUTE } from '#kernel/time.ts'

/** Milliseconds until a look that failed is tried again. */
const AGAIN = 1_000

interface Parts {
  /** Takes over what the database holds; answers whether that is something new. */
  readonly take: () => Promise<boolean>
  /** Told after a look that nobody had asked for: whether it has found something new, and what `missed` was told. */
  readonly found: (what: { readonly isNew: boolean; readonly missed: boolean }) => void
  readonly failed: (error: unknown) => void
  /** Looks once a minute as well: a server that is killed may have changed something and never announced it. */
  readonly often: boolean
}

/** Looks at the database when told to; what fails is tried again until it succeeds. */
export function steadyLook({ take, found, failed, often }: Parts) {
  // one at a time: of two at once the earlier look could end last, and what it saw would stay until the next change
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
      // told once, however long it lasts
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
    /** Something may have changed of which nobody was told: it is, once the database answers. */
    missed() {
      // planned already: one more does not put it off
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

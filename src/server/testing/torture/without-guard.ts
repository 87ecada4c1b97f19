import type { Engine } from '#server/db/connection.ts'

/** The engine with the guard of the row locks switched off: what is read "for update" is only read. */
export function withoutLocks(engine: Engine): Engine {
  return {
    ...engine,
    async connect(wait) {
      const connection = await engine.connect(wait)
      return {
        ...connection,
        query: (text, values, mode) => connection.query(text.replace(/ for (no key )?update/g, ''), values, mode),
      }
    },
  }
}

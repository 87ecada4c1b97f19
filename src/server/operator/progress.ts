/** Where progress is shown: a terminal; anything else gets nothing. */
type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

export interface Progress {
  /** Current step, such as "Restoring 5000 of 100000 rows". */
  at(what: string): void
  end(): void
}

const CLEAR_LINE = '\r\u001b[K'

/** Prints every second what is being done and for how long, if the output is a terminal. */
export function showProgress(what: string, output: Output = process.stderr): Progress {
  if (!output.isTTY) return { at: () => {}, end: () => {} }
  const began = Date.now()
  let doing = what
  const timer = setInterval(() => {
    output.write(`${CLEAR_LINE}${doing} … ${Math.round((Date.now() - began) / 1000)} s`)
  }, 1_000)
  return {
    at: (now) => {
      doing = now
    },
    end: () => {
      clearInterval(timer)
      output.write(CLEAR_LINE)
    },
  }
}

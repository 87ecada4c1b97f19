import { HttpConnection, type HttpAnswer } from './http.ts'
import { percentile } from './figures.ts'

export interface Load {
  /** Answers a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly count: number
}

/** Keeps so many calls in flight for so long, each on its own; `call` is told which of them it is. */
export async function load(inFlight: number, seconds: number, call: (caller: number) => Promise<void>): Promise<Load> {
  const times: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: inFlight }, async (_, caller) => {
      while (performance.now() < until) {
        const at = performance.now()
        await call(caller)
        times.push(performance.now() - at)
      }
    }),
  )
  const rate = times.length / ((performance.now() - started) / 1000)
  return { rate, p50: percentile(times, 50), p99: percentile(times, 99), count: times.length }
}

/**
 * Keeps this process from sleeping, until what it answers is called. A server that answers a sleeping client has to wake
 * it, the more often the slower the server is (bench/README.md).
 */
export function stayAwake(): () => void {
  let awake = true
  const turn = () => {
    if (awake) setImmediate(turn)
  }
  turn()
  return () => {
    awake = false
  }
}

/** The same over HTTP, each caller on a connection of its own; the ports are taken in turn. */
export async function httpLoad(
  ports: readonly number[],
  inFlight: number,
  seconds: number,
  call: (connection: HttpConnection) => Promise<HttpAnswer>,
  expected: (answer: HttpAnswer) => boolean,
): Promise<Load> {
  const connections = await Promise.all(
    Array.from({ length: inFlight }, (_, n) => HttpConnection.open(ports[n % ports.length] ?? 0)),
  )
  try {
    return await load(inFlight, seconds, async (caller) => {
      const connection = connections[caller]
      if (!connection) throw new Error('Every caller has a connection.')
      const answer = await call(connection)
      if (!expected(answer)) throw new Error(`An answer that was not expected: ${answer.status} ${answer.body}`)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}

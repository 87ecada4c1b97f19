import { HttpConnection, type HttpAnswer } from './http.ts'
import { percentile } from './figures.ts'

export interface Load {
  /** Responses per second. */
  readonly rate: number
  /** 99th percentile of the response time, in ms. */
  readonly p99: number
}

/** Keeps a number of calls in flight for a number of seconds, each caller on its own connection. */
export async function httpLoad(
  port: number,
  inFlight: number,
  seconds: number,
  call: (connection: HttpConnection) => Promise<HttpAnswer>,
): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: inFlight }, () => HttpConnection.open(port)))
  const times: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  const caller = async (connection: HttpConnection) => {
    while (performance.now() < until) {
      const at = performance.now()
      const { status, body } = await call(connection)
      if (status !== 200) throw new Error(`Refused: ${status} ${body}`)
      times.push(performance.now() - at)
    }
  }
  try {
    await Promise.all(connections.map(caller))
  } finally {
    for (const connection of connections) connection.close()
  }
  return { rate: times.length / ((performance.now() - started) / 1000), p99: percentile(times, 99) }
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { damagedText, damageIn, shortReason } from '#server/db/errors.ts'

/**
 * Orders that the command line may give a running server, by name: each returns a line to print, and whether it
 * succeeded.
 */
export type Orders = Readonly<Record<string, (words: readonly string[]) => Promise<OrderAnswer>>>
export interface OrderAnswer {
  readonly ok: boolean
  readonly line: string
}

const address = z.object({ port: z.int(), secret: z.string() })
const call = z.object({ name: z.string(), words: z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(10)) })
const answer = z.object({ ok: z.boolean(), line: z.string() })

/** Interval of keep-alive bytes, in milliseconds. */
const WAITING = 10_000

const fileIn = (dataDir: string) => join(dataDir, 'control.json')

/**
 * Lets command-line tools work through the running server, since the embedded database belongs to one process. Listens
 * on loopback; the port and a secret are in the data folder, readable by its owner only.
 */
export async function openControl(dataDir: string, orders: Orders): Promise<{ close(): void }> {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (!sameSecret(request.headers.authorization, secret)) return reply(403, {})
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
      if (body.length > 10_000) request.destroy()
    })
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      // the client times out after minutes without a byte; blanks before JSON are ignored
      const timer = setInterval(() => response.write(' '), WAITING)
      const end = (done: OrderAnswer) => {
        clearInterval(timer)
        response.end(JSON.stringify(done))
      }
      obey(orders, body).then(end, (error: unknown) => end({ ok: false, line: whyNot(error, dataDir) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(fileIn(dataDir), JSON.stringify({ port, secret }), { mode: 0o600 })
  return {
    close: () => {
      rmSync(fileIn(dataDir), { force: true })
      server.close()
    },
  }
}

function whyNot(error: unknown, dataDir: string): string {
  const damage = damageIn(error)
  return damage === undefined
    ? `The server could not do it: ${shortReason(error)}`
    : damagedText(join(dataDir, 'db'), damage)
}

async function obey(orders: Orders, body: string): Promise<OrderAnswer> {
  const { name, words } = z.parse(call, JSON.parse(body))
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  return order ? await order(words) : { ok: false, line: `The running server knows no order "${name}".` }
}

function sameSecret(header: string | undefined, secret: string): boolean {
  const given = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${secret}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Sends an order to the server that runs on this data folder; null when none does. */
export async function order(dataDir: string, name: string, words: readonly string[]): Promise<OrderAnswer | null> {
  const found = runningServer(dataDir)
  if (!found) return null
  const response = await fetch(`http://127.0.0.1:${found.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${found.secret}` },
    body: JSON.stringify({ name, words }),
  }).catch(() => null)
  // the file was left by a killed server
  if (!response?.ok) return null
  return z.parse(answer, await response.json())
}

function runningServer(dataDir: string): z.infer<typeof address> | null {
  try {
    return z.parse(address, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

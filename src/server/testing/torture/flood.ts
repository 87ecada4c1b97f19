// Tries passwords of ever new accounts from ever new addresses, which no limit per account or address stops, at a
// steady rate until its input ends; then prints how often each response came. A separate process like a real
// attacker's, so that measurements of the server do not include the cost of the attack.
import { once } from 'node:events'
import { newId } from '#kernel/ids.ts'
import { accounts } from '#studio/accounts/contract.ts'

const [port, aSecond] = process.argv.slice(2, 4).map(Number)
const from = process.argv[4] ?? 'anywhere in 198.51.0.0/16'
const statuses: Record<string, number> = {}
const under = new Set<Promise<void>>()

const upTo = (most: number) => Math.floor(Math.random() * most)
const hex = (most: number) => upTo(most).toString(16)

/** Where the attempts come from, each from a new address. */
const addresses: Readonly<Record<string, () => string>> = {
  'anywhere in 198.51.0.0/16': () => `198.51.${upTo(256)}.${upTo(256)}`,
  'many /64s of one /48': () => `2001:db8:7:${hex(65_536)}::1`,
  'many /48s of one /32': () => `2001:db8:${hex(65_536)}:${hex(65_536)}::1`,
  'many /64s of 1,000 /48s all over the world': () => `2001:${hex(1_000)}:7:${hex(65_536)}::1`,
  'a new network each time': () => `${(0x2000 + upTo(0x2000)).toString(16)}:${hex(65_536)}:${hex(65_536)}:1::1`,
}
const address = addresses[from]
if (!address) throw new Error(`Nothing comes from ${from}.`)

async function guess(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/rpc/${accounts.signIn.name}`, {
    method: 'POST',
    headers: {
      origin: `http://localhost:${port}`,
      'content-type': 'application/json',
      'x-forwarded-for': address?.() ?? '',
    },
    body: JSON.stringify({ key: newId(), input: { email: `${newId()}@example.ee`, password: 'a guess' } }),
  })
  await answer.arrayBuffer()
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
}

const failed = (error: unknown) => {
  const cause = String(error instanceof Error ? (error.cause ?? error) : error).slice(0, 60)
  statuses[cause] = (statuses[cause] ?? 0) + 1
}
const began = performance.now()
let sent = 0
// send as many as are due: on a busy computer the timer fires late
const timer = setInterval(() => {
  for (const due = ((performance.now() - began) / 1000) * (aSecond ?? 1); sent < due; sent++) {
    const one: Promise<void> = guess()
      .catch(failed)
      .finally(() => under.delete(one))
    under.add(one)
  }
}, 10)
console.log('begun')
await once(process.stdin.resume(), 'end')
clearInterval(timer)
await Promise.all(under)
console.log(JSON.stringify(statuses))

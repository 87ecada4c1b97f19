// Guesses at ever new accounts from ever new addresses, which no limit by either holds up, at a steady rate, until its
// input ends; then it waits for the answers and prints how often each came. A process of its own, as an attacker's is:
// whoever measures others in the same one would measure what the guesses cost there.
import { once } from 'node:events'
import { newId } from '#kernel/ids.ts'
import { accounts } from '#studio/accounts/contract.ts'

const [port, aSecond] = process.argv.slice(2).map(Number)
const statuses: Record<string, number> = {}
const under = new Set<Promise<void>>()

async function guess(): Promise<void> {
  const byte = () => Math.floor(Math.random() * 256)
  const answer = await fetch(`http://127.0.0.1:${port}/rpc/${accounts.signIn.name}`, {
    method: 'POST',
    headers: {
      origin: `http://localhost:${port}`,
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${byte()}.${byte()}`,
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
// as many as are due by now: a computer with other work comes back to it late
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

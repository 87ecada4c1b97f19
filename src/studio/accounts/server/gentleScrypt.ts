import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ScryptOptions } from 'node:crypto'

// Of two who want one processor, who is at 10 gets a tenth. Only Linux knows this of a single thread, elsewhere the whole
// process would step back. No file of its own: it would have to be found from the sources and from the built program.
const CODE = `
  const { scryptSync } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  if (process.platform === 'linux') require('node:os').setPriority(10)
  parentPort.on('message', (asked) => parentPort.postMessage(scryptSync(...asked)))
`

const idle: Worker[] = []

/** crypto.scrypt in a thread that gives way to the rest of the studio; as many threads as were busy at once. */
export async function gentleScrypt(
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
): Promise<Buffer> {
  const thread = idle.pop() ?? new Worker(CODE, { eval: true, execArgv: [], env: {} })
  thread.ref()
  try {
    const answer = once(thread, 'message') as Promise<[Uint8Array]>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage([password, salt, bytes, options])
    const [key] = await answer
    idle.push(thread)
    return Buffer.from(key)
  } finally {
    // it doesn't keep a program from ending; one that failed is over already
    thread.unref()
  }
}

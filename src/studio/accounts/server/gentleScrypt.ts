import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ScryptOptions } from 'node:crypto'

// Of two who want one processor, who is 10 nicer gets a tenth. Only Linux knows this of a single thread, elsewhere the
// whole process would step back. Counted from where the process is: to become less nice takes root. No file of its own:
// it would have to be found from the sources and from the built program.
const CODE = `
  const { scryptSync } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  const os = require('node:os')
  if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + 10))
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

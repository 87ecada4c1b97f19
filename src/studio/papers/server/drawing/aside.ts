import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MINUTE } from '#kernel/time.ts'
import type { Paper } from '../../rules.ts'
import type { Dress } from './draw.ts'
import type { Answered, Asked } from './worker.ts'

/** Maximum number of waiting papers; further requests are told to retry. */
const MOST_WAITING = 400
/** Idle time after which the process ends (ms), since it holds 70 MB. */
const IDLE = MINUTE

interface WaitingPaper {
  readonly done: (pdf: Uint8Array) => void
  readonly failed: (error: Error) => void
}

let drawer: ChildProcess | null = null
let asked = 0
let ending: NodeJS.Timeout | undefined
const waiting = new Map<number, WaitingPaper>()

/** Draws a paper as a PDF in a separate process; null if too many are waiting. */
export async function drawnAside(paper: Paper, dress: Dress): Promise<Uint8Array | null> {
  if (waiting.size >= MOST_WAITING) return null
  clearTimeout(ending)
  drawer ??= start()
  const id = ++asked
  const drawn = new Promise<Uint8Array>((done, failed) => waiting.set(id, { done, failed }))
  drawer.send({ id, paper, dress } satisfies Asked)
  return await drawn
}

function start(): ChildProcess {
  const source = import.meta.url.endsWith('.ts')
  // the build puts all entries into one folder, see vite.server.config.ts
  const file = fileURLToPath(new URL(source ? './worker.ts' : './paperWorker.js', import.meta.url))
  const made = fork(file, {
    execArgv: [...(source ? ['--import', 'tsx'] : []), '--max-old-space-size=192'],
    serialization: 'advanced',
    // without the studio's secrets, which it does not need
    env: {},
  })
  made.unref()
  made.channel?.unref()
  made.on('message', (answer: Answered) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('pdf' in answer) one?.done(answer.pdf)
    else one?.failed(new Error(answer.failed))
    if (waiting.size === 0) rest(made)
  })
  const ended = (error: Error) => {
    if (drawer !== made) return
    drawer = null
    for (const one of waiting.values()) one.failed(error)
    waiting.clear()
  }
  made.on('error', ended)
  made.on('exit', () => ended(new Error('The process that draws papers has ended.')))
  return made
}

function rest(made: ChildProcess): void {
  ending = setTimeout(() => {
    if (waiting.size > 0 || drawer !== made) return
    drawer = null
    made.disconnect()
  }, IDLE).unref()
}

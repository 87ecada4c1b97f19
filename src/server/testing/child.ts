import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Child {
  process: ChildProcess
  /** Returns the next line that the process prints; undefined after the last. */
  line(): Promise<string | undefined>
  /** Kills the process without a chance to clean up, as a power cut would. */
  kill(): Promise<void>
}

/** Runs TypeScript in a separate process, in the project's folder. */
export function runChild(code: string, ...args: string[]): Child {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', code, ...args]
  const child = spawn(process.execPath, options, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    line: async () => ((await lines.next()) as IteratorResult<string, undefined>).value,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE } from '#kernel/time.ts'

/** What an operator wants done after each good daily backup. */
export interface AfterBackup {
  /** For a shell, which finds the file's path in BACKUP_FILE; such as one that copies it to another computer. */
  readonly command?: string | null
  /** Asked once all is well: whoever watches it is woken when it stays away. */
  readonly pingUrl?: string | null
}

const LONGEST_COMMAND = 60 * MINUTE
const LONGEST_PING = 10_000

/** Never throws: a backup that is made is made, whatever becomes of it elsewhere. A server that stops ends the command by `stops`. */
export async function sendOff(
  file: string,
  { command, pingUrl }: AfterBackup,
  report: (line: string) => void,
  stops?: AbortSignal,
): Promise<void> {
  if (command && !(await succeeds(command, file, stops)))
    return report('BACKUP_COMMAND failed: the backup is on this computer alone.')
  if (!pingUrl) return
  // the address is a secret of its own, and stands in no line
  const ok = await fetch(pingUrl, { signal: AbortSignal.timeout(LONGEST_PING) }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!ok) report('PING_URL could not be told of the backup.')
}

/** Its output is the operator's own, and goes nowhere. */
async function succeeds(command: string, file: string, signal?: AbortSignal): Promise<boolean> {
  const child = spawn(command, {
    shell: true,
    stdio: 'ignore',
    timeout: LONGEST_COMMAND,
    ...(signal && { signal }),
    env: { ...process.env, BACKUP_FILE: file },
  })
  const [code] = (await once(child, 'exit').catch(() => [1])) as [number | null]
  return code === 0
}

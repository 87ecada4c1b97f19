import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE } from '#kernel/time.ts'

/** What the operator wants to happen after each successful daily backup. */
export interface AfterBackup {
  /** Shell command, such as one that copies the file to another computer; the path is in BACKUP_FILE. */
  readonly command?: string | null
  /** URL called after success, so that a monitoring service alerts when the calls stop. */
  readonly pingUrl?: string | null
}

const LONGEST_COMMAND = 60 * MINUTE
const LONGEST_PING = 10_000

/** Copies a backup elsewhere and pings the monitor. Reports failures and never throws; `stops` aborts the command. */
export async function sendOff(
  file: string,
  { command, pingUrl }: AfterBackup,
  report: (line: string) => void,
  stops?: AbortSignal,
): Promise<void> {
  if (command && !(await succeeds(command, file, stops)))
    return report('BACKUP_COMMAND failed: the backup is on this computer alone.')
  if (!pingUrl) return
  // the URL is a secret, so it is not logged
  const ok = await fetch(pingUrl, { signal: AbortSignal.timeout(LONGEST_PING) }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!ok) report('PING_URL could not be told of the backup.')
}

/** Runs the command; its output is discarded, since it may hold the operator's secrets. */
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

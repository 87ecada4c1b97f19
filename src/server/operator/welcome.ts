import type { Settings } from '#server/settings.ts'

/** Text printed at the start: the studio's URL, and without an admin how to make one. */
export function welcome(settings: Settings, started: { hasAdmin: boolean; milliseconds: number }): string {
  const { studioName, baseUrl, smtpUrl, dataDir } = settings
  const open = `${studioName} is open at ${baseUrl} (${Math.round(started.milliseconds)} ms).`
  if (started.hasAdmin) return open
  const letter = smtpUrl ? '' : ` (without a mail server it is a file in ${dataDir}/outbox, named here)`
  return [
    open,
    '',
    'There is no admin yet. To become the first:',
    `  1. sign up at ${baseUrl}/register`,
    `  2. open the link in the e-mail${letter}`,
    '  3. in this folder, in another terminal: npm run role -- YOUR-EMAIL admin',
    '',
  ].join('\n')
}

import pino from 'pino'

interface Lines {
  readonly say: (line: string) => void
  readonly report: (line: string, error?: unknown) => void
}

/** Names of fields that may hold a secret, at any depth of a log line. */
const SECRETS = ['password', 'token', 'secret', 'cookie', 'authorization', 'apiKey', 'key']

/** Logger that prints one JSON object per line (LOG_FORMAT=json). */
export function jsonLines(to?: pino.DestinationStream): Lines {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = { redact: { paths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime }
  const logger = to ? pino(options, to) : pino(options)
  return {
    say: (line) => logger.info(line),
    report: (line, error) => (error === undefined ? logger.error(line) : logger.error({ err: error }, line)),
  }
}

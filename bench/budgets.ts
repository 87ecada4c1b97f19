/** The limit of one measure. */
export interface Budget {
  readonly least?: number
  readonly most?: number
  readonly unit: string
}

const atLeast = (least: number, unit: string): Budget => ({ least, unit })
const atMost = (most: number, unit: string): Budget => ({ most, unit })

/** All measures; the limits are for two cores with nothing else running. */
export const budgets = {
  'PostgreSQL: registrations, nobody watching': atLeast(700, '/s'),
  'embedded: registrations, nobody watching': atLeast(500, '/s'),
  'PostgreSQL: registrations, lists of 10 open': atLeast(300, '/s'),
  'PostgreSQL: registrations, lists of 100 open': atLeast(300, '/s'),
  'embedded: registrations, lists of 10 open': atLeast(300, '/s'),
  'embedded: registrations, lists of 100 open': atLeast(300, '/s'),
  'PostgreSQL: registration p99, lists of 10 open': atMost(60, 'ms'),
  'PostgreSQL: registration p99, lists of 100 open': atMost(60, 'ms'),
  'embedded: registration p99, lists of 10 open': atMost(60, 'ms'),
  'embedded: registration p99, lists of 100 open': atMost(60, 'ms'),
  'PostgreSQL: change on 200 other screens, p99': atMost(30, 'ms'),
  'embedded: change on 200 other screens, p99': atMost(30, 'ms'),
  'PostgreSQL: restart': atMost(1000, 'ms'),
  'embedded: restart': atMost(1000, 'ms'),
  'PostgreSQL: memory idle': atMost(120, 'MB'),
  'embedded: memory idle': atMost(200, 'MB'),
  'PostgreSQL: statement of 10,000 lines, read and matched': atMost(3000, 'ms'),
  'PostgreSQL: statement of 10,000 lines, memory beside that of before': atMost(150, 'MB'),
  'PostgreSQL: statement of 10,000 lines, slowest answer to others meanwhile': atMost(250, 'ms'),
  'embedded: statement of 10,000 lines, read and matched': atMost(3000, 'ms'),
  'embedded: statement of 10,000 lines, memory beside that of before': atMost(150, 'MB'),
  'embedded: statement of 10,000 lines, slowest answer to others meanwhile': atMost(250, 'ms'),
  'PostgreSQL: bill of 500 people, looked at': atMost(2000, 'ms'),
  'PostgreSQL: bill of 500 people, made': atMost(2000, 'ms'),
  'PostgreSQL: Firebase, 200,000 records, on the screen': atMost(120, 's'),
  'PostgreSQL: Firebase, 200,000 records, slowest answer to others meanwhile': atMost(500, 'ms'),
  'PostgreSQL: Firebase, 200,000 records, by the command line': atMost(120, 's'),
  'PostgreSQL: table of 10,000 people, checked and taken': atMost(120, 's'),
  'PostgreSQL: table of 10,000 people, slowest answer to others meanwhile': atMost(500, 'ms'),
  'embedded: bill of 500 people, looked at': atMost(2000, 'ms'),
  'embedded: bill of 500 people, made': atMost(2000, 'ms'),
  'embedded: Firebase, 200,000 records, on the screen': atMost(120, 's'),
  'embedded: Firebase, 200,000 records, slowest answer to others meanwhile': atMost(500, 'ms'),
  'embedded: Firebase, 200,000 records, by the command line': atMost(120, 's'),
  'embedded: table of 10,000 people, checked and taken': atMost(120, 's'),
  'embedded: table of 10,000 people, slowest answer to others meanwhile': atMost(500, 'ms'),
  'PostgreSQL: statistics over ten years, money': atMost(300, 'ms'),
  'PostgreSQL: statistics over ten years, fill': atMost(300, 'ms'),
  'PostgreSQL: statistics over ten years, people': atMost(300, 'ms'),
  'PostgreSQL: statistics over ten years, missed': atMost(300, 'ms'),
  '/login: first paint on a slow phone': atMost(1500, 'ms'),
  '/classes: first paint on a slow phone': atMost(1500, 'ms'),
  '/dashboard: first paint on a slow phone': atMost(1500, 'ms'),
  '/login: JavaScript, gzipped': atMost(150, 'kB'),
  '/classes: JavaScript, gzipped': atMost(175, 'kB'),
  '/dashboard: JavaScript, gzipped': atMost(175, 'kB'),
  'PostgreSQL: procedures that fail, 5,000 people and 200,000 payments': atMost(0, ''),
  'PostgreSQL: procedures that fail, ten times as many': atMost(0, ''),
  'embedded: procedures that fail, 5,000 people and 200,000 payments': atMost(0, ''),
} as const satisfies Record<string, Budget>

export type Measure = keyof typeof budgets

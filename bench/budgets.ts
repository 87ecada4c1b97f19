/** What a figure is held to: its ratio to what was measured beside it, or itself. */
export interface Budget {
  readonly of: 'ratio' | 'figure'
  readonly least?: number
  readonly most?: number
}

const ratio = (least: number): Budget => ({ of: 'ratio', least })
const atMost = (most: number): Budget => ({ of: 'figure', most })

/** The figures by their number in the plan. Times in ms, memory in MB, code in kB, rates per second. */
export const budgets = {
  '1 PostgreSQL, 16 in flight': ratio(0.5),
  '1 PostgreSQL, 64 in flight': ratio(0.5),
  '1 PostgreSQL, p99 at 16': atMost(25),
  '1 embedded, 16 in flight': ratio(0.6),
  '1 embedded, 64 in flight': ratio(0.6),
  '1 embedded, p99 at 16': atMost(40),
  '2 PostgreSQL with 200 browsers': ratio(0.5),
  '2 embedded with 200 browsers': ratio(0.5),
  '3 p99 to 1 watcher': atMost(15),
  '3 p99 to 200 watchers': atMost(30),
  '3 p99 to 1,000 watchers': atMost(150),
  '3 heap a watcher, kB': atMost(30),
  '3 CPU a change beside sending alone': { of: 'ratio', most: 2 },
  '4 trivial call': ratio(0.7),
  '5 existing studio, embedded': atMost(1000),
  '5 existing studio, PostgreSQL': atMost(1000),
  '5 empty folder': atMost(4000),
  '6 idle, PostgreSQL': atMost(120),
  '6 under load, PostgreSQL': atMost(200),
  '6 idle, embedded': atMost(250),
  '6 under load, embedded': atMost(350),
  '7 JavaScript of /login': atMost(120),
  '7 JavaScript of /classes': atMost(150),
  '7 JavaScript of /dashboard': atMost(150),
  '7 JavaScript of an admin table': atMost(190),
  '8 LCP, cold': atMost(1500),
  '8 LCP, warm': atMost(500),
  '8 INP': atMost(100),
  '8 CLS': atMost(0.02),
  '9 to the next screen': atMost(50),
  '10 p99 of a screen': atMost(50),
  '10 p99 of a screen, ten times as large': atMost(1000),
  '11 two processes': ratio(1.6),
  // 2 divided by 1.25 is 1.6
  '11 CPU of a registration with two': { of: 'ratio', most: 1.25 },
  '11 p99 across processes': atMost(50),
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof budgets

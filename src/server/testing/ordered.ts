import { ordersOf } from '#server/operator/orders.ts'
import type { TestStudio } from './studio.ts'

/** What the command line orders from a running server. */
export const ordered = (studio: TestStudio, name: string, ...words: string[]) =>
  ordersOf(studio.services)[name]?.(words)

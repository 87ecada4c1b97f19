import { ordersOf } from '#server/operator/orders.ts'
import type { TestStudio } from './studio.ts'

/** Runs an order of the command line as a running server does. */
export const ordered = (studio: TestStudio, name: string, ...words: string[]) =>
  ordersOf(studio.services)[name]?.(words)

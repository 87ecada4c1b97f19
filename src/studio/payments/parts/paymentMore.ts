import { createContext, type ReactNode } from 'react'
import type { PaymentStatus } from '../rules.ts'

interface Shown {
  readonly id: string
  readonly description: string
  readonly status: PaymentStatus
  readonly received?: number
}

/** Lets concepts above this one add something to each payment, such as its receipt. */
export const PaymentMore = createContext<(payment: Shown) => ReactNode>(() => null)

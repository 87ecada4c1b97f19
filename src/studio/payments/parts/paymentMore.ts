import { createContext, type ReactNode } from 'react'
import type { PaymentStatus } from '../rules.ts'

interface Shown {
  readonly id: string
  readonly description: string
  readonly status: PaymentStatus
  readonly received?: number
}

/** What concepts above this one have to add at each payment, such as its receipt. */
export const PaymentMore = createContext<(payment: Shown) => ReactNode>(() => null)

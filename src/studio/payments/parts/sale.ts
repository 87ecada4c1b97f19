import type { ReactNode } from 'react'
import type { Cents } from '#kernel/money.ts'
import type { Done, Refusal } from '#kernel/result.ts'
import type { OthersPay } from '#studio/families/parts/useOthersPay.ts'
import type { PaymentMethod, Price } from '../rules.ts'
import type { Payer } from './BankDetails.tsx'
import type { CheckDiscount } from './useDiscountCode.ts'

export interface PaymentChoice {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
  readonly discountCode: string | null
}

/** What the payment dialog sells, and to whom. */
export interface Sale {
  /** What is bought; also used as the explanation of a bank transfer. */
  item: string
  /** A second line about it, such as its day and time. */
  details?: ReactNode
  price: Price
  /**
   * The people for whom it is bought at once; each pays the price. Missing if there is no sibling discount, as for a
   * drop-in.
   */
  buyers?: readonly string[]
  /** How many people it is for, if they are not named. */
  people?: number
  /** False if none of the people is a group member. */
  mayCover?: boolean
  /** Who pays, if not the signed-in user. */
  payer?: Payer
  /** Shown instead of the transfer details if others pay for some of the people. */
  othersPay?: OthersPay | undefined
  /** Shown above the ways to pay: why payment is needed. */
  note?: ReactNode
  onClose: () => void
  /** Missing if no discount code can apply. */
  checkDiscount?: CheckDiscount | undefined
  /** The text above the account to pay to; 'You're in.' by default. */
  thanks?: ((amount: Cents, day: string) => string) | undefined
  /** Returns false if something is missing, which the caller then shows; the dialog does not ask for confirmation. */
  mayPay?: () => boolean
  /** Goes back to the previous choice. */
  onBack?: () => void
  /** Buys; resolves to null if a purchase is already pending. */
  onPay: (choice: PaymentChoice) => Promise<Done<{ price: Cents }> | Refusal | null>
  explain: (refusal: Refusal) => string
}

import { useTexts } from '#web/language.tsx'
import type { FamilyPerson } from '../contract.ts'
import { forWhomTexts } from '../messages/forWhom.ts'

/** Shown instead of payment details if others pay for some or all of the people booked. */
export interface OthersPay {
  readonly text: string
  readonly forAll: boolean
}

export function useOthersPay(): (booked: readonly FamilyPerson[]) => OthersPay | undefined {
  const { paidByOthers } = useTexts(forWhomTexts)
  return (booked) => {
    const mine = booked.filter(({ rights }) => rights.pays)
    return mine.length === booked.length ? undefined : { text: paidByOthers, forAll: mine.length === 0 }
  }
}

import type { Cents } from '#kernel/money.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { stebby } from '#studio/stebby/calls.ts'
import { door } from '../calls.ts'
import type { DoorWay } from '../contract.ts'
import type { Waiting } from './outbox.ts'

/** Money in the hand of whoever took it that the studio does not know of yet. */
export interface Unsent extends Pick<Waiting, 'key' | 'label' | 'refused'> {
  readonly cents: Cents
  readonly way: DoorWay
  /** Only money was taken, so that it can be taken back by itself. */
  readonly alone: boolean
}

/** The taps that took money. */
export const moneyIn = (waiting: readonly Waiting[]): Unsent[] =>
  waiting.flatMap(({ key, label, refused, name, input }) => {
    const money = moneyOf(name, input)
    return money ? [{ key, label, refused, ...money, alone: name === door.take.name }] : []
  })

export const cashIn = (money: readonly Unsent[]): Cents =>
  money.reduce((sum, { way, cents }) => (way === 'cash' ? sum + cents : sum), 0)

function moneyOf(name: string, input: unknown): Pick<Unsent, 'cents' | 'way'> | null {
  switch (name) {
    case door.take.name: {
      const { cents, way } = input as InputOf<typeof door.take>
      return { cents, way }
    }
    case door.walkIn.name:
      return (input as InputOf<typeof door.walkIn>).money
    case stebby.note.name:
      return { cents: (input as InputOf<typeof stebby.note>).cents, way: 'stebby' }
    default:
      return null
  }
}

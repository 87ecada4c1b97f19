import type { ReactNode } from 'react'
import { useFormats } from '#web/studio.tsx'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cashTexts, texts } from '../messages.ts'
import { withdraw } from './outbox.ts'
import { cashIn, moneyIn, type Unsent } from './unsent.ts'
import { useOutbox } from './useOutbox.ts'

/** Money taken on this device that the studio does not know of yet, whatever class it was taken at. */
export function UnsentMoney() {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const money = moneyIn(useOutbox().waiting)
  if (money.length === 0) return null
  const cash = cashIn(money)
  return (
    <section className="rounded-card border border-dashed border-line-strong px-3 py-2">
      <h2 className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold text-muted">
        {t.takenNotSent}
        {cash > 0 && <span className="tabular-nums">{`${t.ways.cash} ${euros(cash)}`}</span>}
      </h2>
      <ul className="divide-y divide-line">
        {money.map((one) => (
          <UnsentRow key={one.key} money={one}>
            <span className="text-sm text-muted">{t.ways[one.way]}</span>
          </UnsentRow>
        ))}
      </ul>
    </section>
  )
}

export function UnsentRow({ money, children }: { money: Unsent; children: ReactNode }) {
  const { label, cents } = money
  const { notTaken } = useTexts(cashTexts)
  const { euros } = useFormats()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-40 flex-1">{label}</span>
      {children}
      <span className="font-semibold tabular-nums">{euros(cents)}</span>
      {money.alone && money.refused === null && (
        <Button size="small" aria-label={`${notTaken}: ${label}`} onPress={() => void withdraw(money.key)}>
          {notTaken}
        </Button>
      )}
    </li>
  )
}

import { useState } from 'react'
import { offeredMethods } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { DoorRow, DoorWay } from '../contract.ts'
import { texts } from '../messages.ts'
import { doorWays } from '../rules.ts'

/** 'Take 15€'; the second tap chooses the payment method. */
export function TakeMoney(props: {
  name: string
  owes: NonNullable<DoorRow['owes']>
  /** What can be taken afterwards. */
  also: DoorRow['alsoOwes']
  onTake: (way: DoorWay) => void
}) {
  const { name, owes, also } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const [open, setOpen] = useState(false)
  const sum = euros(owes.cents)
  const title = t.take(sum)
  return (
    <>
      <Button size="small" aria-label={t.takeFrom(sum, name)} onPress={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <Dialog
          open
          title={title}
          description={owes.other ? `${name}: ${owes.other}` : name}
          size="small"
          onClose={() => setOpen(false)}
        >
          {also.length > 0 && (
            <ul className="mb-4 text-sm text-muted">
              {also.map(({ paymentId, cents, other }) => (
                <li key={paymentId}>{t.alsoOwes(euros(cents), other ?? '')}</li>
              ))}
            </ul>
          )}
          <WayButtons
            onChoose={(way) => {
              setOpen(false)
              props.onTake(way)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

/** Cash or Stebby, if the studio accepts them. */
export function WayButtons(props: { coverMember?: boolean; onChoose: (way: DoorWay) => void }) {
  const { coverMember = false, onChoose } = props
  const t = useTexts(texts)
  const offered = offeredMethods(coverMember, useStudio())
  return (
    <div className="grid grid-cols-2 gap-3">
      {doorWays
        .filter((way) => offered.includes(way))
        .map((way) => (
          <Button key={way} variant="primary" onPress={() => onChoose(way)}>
            {t.ways[way]}
          </Button>
        ))}
    </div>
  )
}

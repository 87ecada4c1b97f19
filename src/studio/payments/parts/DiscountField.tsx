import { useRef, useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { texts } from '../messages.ts'
import type { DiscountCode } from './useDiscountCode.ts'

/** Input for a discount code, with a message below that says whether it applies. */
export function DiscountField(props: {
  discount: DiscountCode
  coverMember: boolean
  /** Upper limit of what a code takes off (cents). */
  price: Cents
}) {
  const { discount, coverMember, price } = props
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // few people have a code
  if (!open && discount.typed === '') {
    return (
      <div>
        <Button size="small" variant="quiet" onPress={() => setOpen(true)}>
          {t.haveDiscountCode}
        </Button>
      </div>
    )
  }

  async function apply() {
    if (!(await discount.apply(coverMember))) frame.current?.querySelector('input')?.focus()
  }

  return (
    <div className="basis-full">
      <Form onSubmit={() => void apply()} pending={discount.checking}>
        <div ref={frame} className="grid grid-cols-[1fr_auto] items-start gap-3">
          <div aria-live="polite">
            <TextField
              label={t.discountCode}
              name="discountCode"
              autoComplete="off"
              autoFocus
              maxLength={100}
              value={discount.typed}
              onChange={discount.type}
              error={discount.error}
              description={
                discount.applied && (
                  <span className="font-medium text-good">
                    {t.discountApplied(Math.min(discount.applied.amount, price))}
                  </span>
                )
              }
            />
          </div>
          {/* pushed down by the height of the label, so that it is beside the input */}
          <div className="pt-7">
            <Button type="submit" pending={discount.checking}>
              {t.apply}
            </Button>
          </div>
        </div>
      </Form>
    </div>
  )
}

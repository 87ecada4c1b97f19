import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { Facts } from '#web/ui/Card.tsx'
import type { Ticket } from '../contract.ts'
import { texts } from '../messages.ts'
import { endsSoon, paysOf } from '../rules.ts'

/** Stebby's details of a ticket, and how much of the open sum it pays. */
export function TicketFacts({ ticket, rest }: { ticket: Ticket; rest: Cents }) {
  const t = useTexts(texts)
  const { dayOfYear, euros } = useFormats()
  const now = useNow()
  const { service, holder, validUntil, worth } = ticket
  const pays = worth === null ? null : paysOf(worth, rest)
  return (
    <Facts
      facts={[
        { name: t.code, value: <span className="break-all">{ticket.code}</span> },
        ...(service ? [{ name: t.service, value: service }] : []),
        ...(holder ? [{ name: t.holder, value: holder }] : []),
        ...(validUntil === null
          ? []
          : [
              {
                name: t.validUntil,
                value: (
                  <>
                    {dayOfYear(validUntil)}
                    {endsSoon(validUntil, now) && <span className="text-warn"> ({t.endsSoon})</span>}
                  </>
                ),
              },
            ]),
        ...(worth === null ? [] : [{ name: t.worth, value: euros(worth) }]),
        ...(pays === null || rest === 0
          ? []
          : [{ name: t.pays, value: pays < rest ? t.paysPart(euros(pays), euros(rest)) : euros(pays) }]),
      ]}
    />
  )
}

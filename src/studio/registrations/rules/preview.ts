import { span } from '#kernel/clock.ts'
import type { Cents } from '#kernel/money.ts'
import { offerData, studioData, type Preview, type PreviewFacts } from '#kernel/preview.ts'
import type { Instant } from '#kernel/time.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { isFull, type Places } from '#studio/schedule/rules.ts'
import { dropInPrice } from '../rules.ts'

interface PublicEntry extends Places {
  readonly className: string
  readonly classDescription: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
  readonly cancelledAt: Instant | null
}

/** For a cancelled class, as a shared link still leads to it. */
const cancelled = { en: 'Cancelled', et: 'Jääb ära' } as const

/** Preview of one class, for other sites that show a link to it. */
export function classPreview(entry: PublicEntry, facts: PreviewFacts & { readonly dropInFee: Cents }): Preview {
  const { language, timeZone, address, picture } = facts
  const isCancelled = entry.cancelledAt !== null
  const status = isCancelled ? 'EventCancelled' : 'EventScheduled'
  const when = span(language, timeZone, entry)
  return {
    title: entry.className,
    when: isCancelled ? `${cancelled[language]}: ${when}` : when,
    description: entry.classDescription,
    data: {
      '@type': 'DanceEvent',
      name: entry.className,
      description: entry.classDescription,
      startDate: new Date(entry.startsAt).toISOString(),
      endDate: new Date(entry.endsAt).toISOString(),
      eventStatus: `https://schema.org/${status}`,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      maximumAttendeeCapacity: entry.maxParticipants,
      image: picture,
      url: address,
      offers: offerData(priceFor(dropInPrice(entry, facts.dropInFee), false), isCancelled || isFull(entry), address),
      ...studioData(facts),
    },
  }
}

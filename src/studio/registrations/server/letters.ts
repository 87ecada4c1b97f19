import type { Language } from '#kernel/messages.ts'
import type { Instant } from '#kernel/time.ts'
import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { letters } from '../messages/letters.ts'

/** How somebody's place was paid before it ended; who is included by category had none of their own. */
export interface PlaceBefore {
  readonly membershipName: string | null
  readonly paymentStatus: PaymentStatus | null
}

interface Reader {
  readonly email: string
  readonly displayName: string
  readonly language: Language
}

/** 'Thursday 26 November' and '18:00' as the reader's language writes them, on the studio's clock. */
const when = (language: Language, timeZone: string, instant: Instant): { day: string; time: string } => {
  const locale = language === 'et' ? 'et-EE' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hour12: false })
  return { day: day.format(instant), time: time.format(instant) }
}

/** Tells somebody, in their language, that a class will not take place and what becomes of what they paid. */
export function cancelledLetter(
  settings: Settings,
  entry: { readonly className: string; readonly startsAt: Instant },
  reader: Reader,
  place: PlaceBefore | null,
): Mail {
  const words = letters[reader.language].cancelled
  const { studioName, studioUrl, supportEmail, baseUrl, timeZone } = settings
  const { day, time } = when(reader.language, timeZone, entry.startsAt)
  const consequence = () => {
    if (place === null) return []
    if (place.membershipName !== null) return [words.classBack(place.membershipName)]
    return [place.paymentStatus === 'due' ? words.nothingToPay : words.moneyBack]
  }
  return {
    to: reader.email,
    subject: words.subject(entry.className, day),
    ...letter({
      language: reader.language,
      studioName,
      studioUrl,
      supportEmail,
      greeting: words.greeting(reader.displayName),
      paragraphs: [words.intro(entry.className, day, time), ...consequence(), words.sorry],
      button: { label: words.button, url: `${baseUrl}/classes` },
      closing: words.closing(studioName),
    }),
  }
}

import { useLanguage } from '#web/language.tsx'

/** Formats '2026-03' as "Mar 26", for charts. */
export function useShortMonth(): (month: string) => string {
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(language === 'et' ? 'et-EE' : 'en-GB', {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  return (month) => format.format(new Date(`${month}-01T12:00:00Z`))
}

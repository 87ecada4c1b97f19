import { html, type Markup } from '#kernel/markup.ts'
import { clock, dayInWords } from '#kernel/clock.ts'
import type { CalendarEvent } from '#kernel/calendar.ts'
import { inLanguage, type Language } from '#kernel/messages.ts'
import { dateIn, timeIn, type Instant } from '#kernel/time.ts'
import type { PublicClass } from '../contract.ts'
import { timetableTexts } from '../messages/timetable.ts'

/** Days of a timetable that other sites show: at first, and at most. */
export const DAYS = { first: 14, most: 60 } as const

export interface Asked {
  readonly days: number
  /** Category id; null for all. */
  readonly category: string | null
}

/** The options of a URL: '?lang=et&category=ID&days=14'. Invalid values get their defaults. */
export function asked(query: Readonly<Record<string, unknown>>): {
  readonly language: Language
  readonly input: Asked
} {
  const { lang, category, days } = query
  const wanted = /^\d{1,3}$/.test(String(days)) ? Number(days) : DAYS.first
  return {
    language: lang === 'en' ? 'en' : 'et',
    input: {
      days: Math.min(Math.max(wanted, 1), DAYS.most),
      category: typeof category === 'string' && category !== '' ? category.slice(0, 100) : null,
    },
  }
}

interface Site {
  readonly language: Language
  readonly timeZone: string
  readonly studioName: string
  readonly baseUrl: string
  /** Including the studio's own colours. */
  readonly stylesheets: readonly string[]
}

const pageOf = ({ baseUrl }: Pick<Site, 'baseUrl'>, { id }: PublicClass) => `${baseUrl}/class/${encodeURIComponent(id)}`

/** The page embedded in other sites: without scripts, and each link opens a new window. */
export function timetablePage(classes: readonly PublicClass[], site: Site): string {
  const { language, timeZone, studioName, baseUrl, stylesheets } = site
  const t = timetableTexts[language]
  const dates = [...new Set(classes.map(({ startsAt }) => dateIn(timeZone, startsAt)))]
  const days = dates.map((date) => classes.filter(({ startsAt }) => dateIn(timeZone, startsAt) === date))
  const time = (at: Instant) => clock(language, timeIn(timeZone, at))
  const rowOf = (one: PublicClass): Markup => {
    const where = [one.room, ...one.teachers].filter((part) => part !== '').join(' · ')
    return html`<li class="${one.cancelled ? 'cancelled' : ''}">
      <a href="${inLanguage(pageOf(site, one), language)}" target="_blank" rel="noopener"
        ><span class="time">${time(one.startsAt)}–${time(one.endsAt)}</span
        ><span class="what"><b>${one.name}</b>${where === '' ? [] : html`<small>${where}</small>`}</span
        ><span class="state">${stateOf(t, one)}</span></a
      >
    </li>`
  }
  const dayOf = (ofDay: readonly PublicClass[]): Markup =>
    html`<section>
      <h2>${dayInWords(language, timeZone, ofDay[0]?.startsAt ?? 0)}</h2>
      <ul>
        ${ofDay.map(rowOf)}
      </ul>
    </section>`
  const list = days.length === 0 ? html`<p class="none">${t.none}</p>` : days.map(dayOf)
  const links = stylesheets.map((href) => html`<link rel="stylesheet" href="${href}" />`)
  return html`<!doctype html>
    <html lang="${language}" data-theme="light">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t.title(studioName)}</title>
        ${links}
      </head>
      <body>
        <main aria-label="${t.title(studioName)}">${list}</main>
        <footer>
          <a href="${inLanguage(`${baseUrl}/classes`, language)}" target="_blank" rel="noopener">${t.all}</a>
        </footer>
      </body>
    </html> `.source
}

function stateOf(t: (typeof timetableTexts)[Language], { cancelled, free }: PublicClass): string {
  if (cancelled) return t.cancelled
  return free <= 0 ? t.full : t.left(free)
}

/** The same as JSON: times in UTC, free places never negative. */
export const timetableData = (
  classes: readonly PublicClass[],
  site: Pick<Site, 'timeZone' | 'studioName' | 'baseUrl'>,
) => ({
  studio: site.studioName,
  timeZone: site.timeZone,
  url: `${site.baseUrl}/classes`,
  classes: classes.map((one) => ({
    id: one.id,
    name: one.name,
    description: one.description,
    startsAt: new Date(one.startsAt).toISOString(),
    endsAt: new Date(one.endsAt).toISOString(),
    categories: one.categories,
    room: one.room === '' ? null : one.room,
    teachers: one.teachers,
    places: one.places,
    free: Math.max(one.free, 0),
    cancelled: one.cancelled,
    url: pageOf(site, one),
  })),
})

export const timetableEvents = (classes: readonly PublicClass[]): CalendarEvent[] =>
  classes.map(({ id, name, description, startsAt, endsAt, revision, cancelled, room }) => ({
    id,
    title: name,
    description,
    startsAt,
    endsAt,
    revision,
    cancelled,
    room,
  }))

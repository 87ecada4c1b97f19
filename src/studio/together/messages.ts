import { messages, plural } from '#kernel/messages.ts'

/** Screens that show more than one concept; their blocks bring their own texts. */
export const texts = messages({
  en: {
    classes: 'Classes',
    upcomingClasses: 'Upcoming Classes',
    visitorHint: 'Find your class. Sign in to take a place.',
    onThisPage: 'On this page',
    toClasses: 'Classes',
    toCourses: 'Courses',
    toMemberships: 'Memberships',
    memberships: 'Memberships',
    dashboard: 'Dashboard',
    hello: (name: string) => `Hello, ${name}!`,
    paymentsDue: (count: number, sum: string) => `${count} due ${plural(count, 'payment', 'payments')}: ${sum}`,
  },
  et: {
    classes: 'Trennid',
    upcomingClasses: 'Tulevased trennid',
    visitorHint: 'Leia oma trenn. Koha võtmiseks logi sisse.',
    onThisPage: 'Sellel lehel',
    toClasses: 'Trennid',
    toCourses: 'Kursused',
    toMemberships: 'Pääsmed',
    memberships: 'Pääsmed',
    dashboard: 'Töölaud',
    hello: (name: string) => `Tere, ${name}!`,
    paymentsDue: (count: number, sum: string) =>
      `${count} ${plural(count, 'tasumata makse', 'tasumata makset')}: ${sum}`,
  },
})

import { messages } from '#kernel/messages.ts'

/** A user's class registrations as staff see them. */
export const ofUserTexts = messages({
  en: {
    title: 'Class registrations',
    none: 'No class registrations',
    className: 'Class',
    date: 'Date',
    time: 'Time',
    method: 'Registration method',
    methods: { membership: 'Membership', dropIn: 'Drop-in' },
    payment: 'Payment status',
  },
  et: {
    title: 'Trennide registreeringud',
    none: 'Ühtegi trenni ei ole veel registreerutud',
    className: 'Trenn',
    date: 'Kuupäev',
    time: 'Kellaaeg',
    method: 'Osalemisviis',
    methods: { membership: 'Pääse', dropIn: 'Üksikpilet' },
    payment: 'Makse olek',
  },
})

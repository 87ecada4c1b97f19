import { messages } from '#kernel/messages.ts'

/** Texts of a user's class registrations, for staff. */
export const ofUserTexts = messages({
  exportName: ['registrations', 'registreeringud'],
  title: ['Class registrations', 'Trennide registreeringud'],
  none: ['No class registrations', 'Trenniregistreeringuid veel ei ole'],
  className: ['Class', 'Trenn'],
  date: ['Date', 'Kuupäev'],
  time: ['Time', 'Kellaaeg'],
  method: ['Registration method', 'Pääse või pilet'],
  methods: {
    membership: ['Membership', 'Pääse'],
    dropIn: ['Drop-in', 'Üksikpilet'],
    makeUp: ['Make-up class', 'Järeletegemine'],
  },
  payment: ['Payment status', 'Makse olek'],
})

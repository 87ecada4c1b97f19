import { messages } from '#kernel/messages.ts'

/** A person's own past classes, on their account page. */
export const pastTexts = messages({
  exportName: ['past-classes', 'käidud-trennid'],
  title: ['Past classes', 'Möödunud trennid'],
  none: ['No past classes yet', 'Möödunud trenne veel ei ole'],
  className: ['Class', 'Trenn'],
  date: ['Date', 'Kuupäev'],
  time: ['Time', 'Kellaaeg'],
  attendance: ['Attendance', 'Kohalolek'],
  notMarked: ['Not marked', 'Märkimata'],
})

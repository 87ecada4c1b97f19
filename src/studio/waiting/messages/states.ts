import { messages } from '#kernel/messages.ts'

/** Names of the states of a wait. */
export const stateTexts = messages({
  waiting: ['Waits', 'Ootab'],
  offered: ['Offered a place', 'Koht pakutud'],
  taken: ['Took a place', 'Võttis koha'],
  declined: ['Said no', 'Loobus pakkumisest'],
  expired: ['The offer ended', 'Pakkumine lõppes'],
  left: ['Left', 'Lahkus'],
  removed: ['Removed', 'Eemaldatud'],
  closed: ['Nothing to wait for any more', 'Pole enam midagi oodata'],
})

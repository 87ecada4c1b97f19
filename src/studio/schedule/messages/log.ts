import { inBoth, messages, plural } from '#kernel/messages.ts'

const classes = (n: number) => `${n} ${plural(n, 'class', 'classes')}`
const trenni = (n: number) => `${n} ${plural(n, 'trenn', 'trenni')}`

export const logLines = inBoth(
  messages({
    added: [
      (n: number, name: string) => `${n} ${plural(n, 'entry', 'entries')} of ${name} added to the schedule.`,
      (n, name) => `Tunniplaani lisati ${trenni(n)}: ${name}.`,
    ],
    takenOff: [
      (n: number) => `${n} planned ${plural(n, 'entry', 'entries')} taken off the schedule again.`,
      (n) => `Tunniplaanist võeti ${n} ${plural(n, 'plaanitud trenn', 'plaanitud trenni')} tagasi.`,
    ],
    updated: [(name: string) => `Schedule entry updated: ${name}.`, (name) => `Trenni muudeti tunniplaanis: ${name}.`],
    deleted: [
      (name: string) => `Schedule entry deleted: ${name}.`,
      (name) => `Trenn kustutati tunniplaanist: ${name}.`,
    ],
    editedTogether: [
      (n: number, name: string) => `${classes(n)} of ${name} edited together.`,
      (n, name) => `Koos muudeti ${trenni(n)}: ${name}.`,
    ],
    cancelledTogether: [
      (n: number, name: string) => `${classes(n)} of ${name} cancelled together.`,
      (n, name) => `Koos jäeti ära ${trenni(n)}: ${name}.`,
    ],
    cancellationUndone: [
      (n: number) => `Cancellation of ${classes(n)} undone.`,
      (n) => `Ärajätmine võeti tagasi: ${trenni(n)}.`,
    ],
    changeUndone: [(n: number) => `Change of ${classes(n)} undone.`, (n) => `Muudatus võeti tagasi: ${trenni(n)}.`],
  }),
)

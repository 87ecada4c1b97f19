/** Dims the screen behind a dialog; puts the dialog at the bottom of a phone, centred elsewhere. */
export const veil =
  'fixed inset-x-0 top-0 z-40 flex animate-fade items-end justify-center bg-veil sm:items-center sm:p-6'

/** The dialog's surface; in forced colours, which remove shadows, it has an edge. */
export const sheet = 'w-full rounded-t-3xl bg-raised shadow-float sm:rounded-3xl forced-colors:border-2'

/** A window event that closes open tooltips when a dialog opens. */
export const DIALOG_OPENS = 'dialogopens'

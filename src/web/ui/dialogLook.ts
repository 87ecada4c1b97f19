/** What dims the screen behind a dialog, and puts it at the bottom of a phone or in the middle elsewhere. */
export const veil =
  'fixed inset-x-0 top-0 z-40 flex animate-fade items-end justify-center bg-veil sm:items-center sm:p-6'

/** The sheet on it; where the reader's own colours leave no shadow it has an edge. */
export const sheet = 'w-full rounded-t-3xl bg-raised shadow-float sm:rounded-3xl forced-colors:border-2'

/** An event of the window: what lies over the page goes. */
export const DIALOG_OPENS = 'dialogopens'

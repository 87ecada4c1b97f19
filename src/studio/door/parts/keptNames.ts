// Names under which the door is kept in this browser: apart, because every page looks whether one is kept.

/** Cache of the door's page, and of the application's files: the same names as in public/sw.js. */
export const DOOR_CACHE = 'door-1'
export const ASSETS_CACHE = 'assets-1'

/** Key in localStorage of the account whose door is kept: a list may be kept where the page could not be cached. */
export const DOOR_OWNER = 'doorKeptFor'

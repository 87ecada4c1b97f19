/** A folder that can't be read at all: nothing of it is taken. */
export class ImportRefused extends Error {}

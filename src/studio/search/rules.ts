/** Most results of each kind; the lists have all of them. */
export const FOUND_OF_EACH = 6

/** Fewest letters for a search. */
export const FEWEST_LETTERS = 2

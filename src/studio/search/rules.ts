/** Of each kind so many are shown: whoever wants more opens the list. */
export const FOUND_OF_EACH = 6

/** From how many letters on anything is looked for. */
export const FEWEST_LETTERS = 2

// Spaces of every kind, and characters that are drawn empty: joiners, fillers, the empty Braille cell.
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

// Line ends, control characters, direction changes and zero-width spaces. Joiners stay allowed: emoji and some scripts
// need them.
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/u

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === ''

/** Whether a name hides characters or changes the reading direction of the text beside it. */
export const isMisleading = (name: string): boolean => MISLEADING.test(name.trim())

/** Whether people would read two names as the same: case and spaces are ignored. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

/** The same for names that people would read as the same. */
export const nameKey = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()

// Spaces of every kind, and characters that are drawn as nothing: joiners, fillers, the empty Braille cell.
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

// Line ends and controls, what turns the reading direction around, and spaces without width. The joiners of emoji and
// of some scripts stay.
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/u

/** Whether nothing of the text can be seen. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === ''

/** Whether a name hides something, or turns around how the text beside it is read. */
export const isMisleading = (name: string): boolean => MISLEADING.test(name.trim())

/** Names that people take for the same: neither case nor spaces tell them apart. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

const nameKey = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()

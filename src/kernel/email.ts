// One plain address: with more, or with a line end, the letter would go to somebody else as well. Nothing that is drawn
// as nothing or turns the reading around: two addresses that look the same would be two people.
const PLAIN = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800<>()[\]",;:\\@]`
const EMAIL = new RegExp(`^${PLAIN}+@(?:(?!\\.)${PLAIN})+(?:\\.(?:(?!\\.)${PLAIN})+)+$`, 'u')

/** One @, nothing unseen, a dot in the domain: enough to catch slips; the verification e-mail proves the rest. */
export const isEmail = (email: string): boolean => email.length <= 254 && EMAIL.test(email)

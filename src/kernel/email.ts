// One plain address only: a list or a line end would send the e-mail to other recipients as well. Invisible and
// direction-changing characters are refused, because two addresses that look the same would be two accounts.
const PLAIN = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800<>()[\]",;:\\@]`
const EMAIL = new RegExp(`^${PLAIN}+@(?:(?!\\.)${PLAIN})+(?:\\.(?:(?!\\.)${PLAIN})+)+$`, 'u')

/** Checks for one @, no invisible characters and a dot in the domain; the verification e-mail proves the rest. */
export const isEmail = (email: string): boolean => email.length <= 254 && EMAIL.test(email)

/** Accepts Estonian and foreign registry codes: 'LV40003032949', '40003032949', 'HRB 12345 B', '1234567-8'. */
export const isRegistryCode = (typed: string): boolean => {
  const code = typed.trim()
  const digits = code.replaceAll(' ', '')
  return /^\d{8}$/.test(digits) ? isEstonian(digits) : /^(?=.*\d)[\p{L}\d][\p{L}\d ./-]{3,19}$/u.test(code)
}

/**
 * Companies begin with 1, the state with 7, associations with 8 and 9; the last digit checks the others by two rows of
 * weights, as in an identity code. Source: ariregister.rik.ee; python-stdnum, `ee.registrikood`.
 */
function isEstonian(code: string): boolean {
  if (!/^[1789]/.test(code)) return false
  const digits = [...code].map(Number)
  const weighed = (first: number) => digits.slice(0, 7).reduce((sum, digit, at) => sum + digit * (at + first), 0) % 11
  const check = weighed(1) < 10 ? weighed(1) : weighed(3) % 10
  return check === digits[7]
}

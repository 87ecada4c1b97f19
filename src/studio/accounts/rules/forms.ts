import { isEmail } from '#kernel/email.ts'
import { ageOn, isDate, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'

/** Characters; for signing up and for a later change of password. */
export const MINIMUM_PASSWORD = 6
export const MINIMUM_NEW_PASSWORD = 8
/** Characters: enough for any passphrase, short enough to hash. */
export const MAXIMUM_PASSWORD = 256
export const MINIMUM_AGE = 7
/** Years. With the families feature, younger people are added by an adult. */
export const SIGN_UP_AGE_WITH_FAMILIES = 13

/** E-mail addresses are compared in lower case, without the spaces that phone keyboards add. */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase()

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Which of e-mail and password are missing, when they are to prove an identity. */
export const checkCredentials = ({ email, password }: Credentials) => ({
  email: isBlank(email) ? ('emailRequired' as const) : undefined,
  password: password === '' ? ('passwordRequired' as const) : undefined,
})

export interface SignUpForm {
  readonly displayName: string
  readonly familyName: string
  readonly dob: string
  readonly email: string
  readonly password: string
}

export type SignUpFieldCode =
  | 'fillRequired'
  | 'invalidEmail'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordBlank'
  | 'passwordCommon'
  | 'passwordsDiffer'
  | 'nameTooLong'
  | 'nameMisleading'
  | 'dateInvalid'
  | 'birthdayInFuture'
  | 'tooYoung'
  | 'askGrownUp'
  | 'termsNotAccepted'

type SignUpErrors = Partial<Record<keyof SignUpForm | 'confirmPassword' | 'terms', SignUpFieldCode>>

/** Which fields of the sign-up form are wrong. `today` is the studio's date; `families`: adults can add children. */
export function checkSignUp(form: SignUpForm, today: LocalDate, families = false): SignUpErrors {
  const errors: SignUpErrors = checkPerson(form, today)
  const isBorn = isDate(form.dob) && form.dob <= today
  if (families && isBorn && ageOn(today, form.dob) < SIGN_UP_AGE_WITH_FAMILIES) errors.dob = 'askGrownUp'
  if (normalEmail(form.email) === '') errors.email = 'fillRequired'
  else if (!isEmail(normalEmail(form.email))) errors.email = 'invalidEmail'
  const password = checkPassword(form.password)
  if (password) errors.password = password
  return errors
}

type PersonForm = Pick<SignUpForm, 'displayName' | 'familyName' | 'dob'>

type NamesForm = Pick<PersonForm, 'displayName' | 'familyName'>

/** Which of a person's names are wrong. */
export function checkNames(form: NamesForm): Partial<Record<keyof NamesForm, SignUpFieldCode>> {
  const errors: Partial<Record<keyof NamesForm, SignUpFieldCode>> = {}
  for (const name of ['displayName', 'familyName'] as const) {
    if (isBlank(form[name])) errors[name] = 'fillRequired'
    else if (form[name].trim().length > 80) errors[name] = 'nameTooLong'
    else if (isMisleading(form[name])) errors[name] = 'nameMisleading'
  }
  return errors
}

type PersonErrors = Partial<Record<keyof PersonForm, SignUpFieldCode>>

/** Which of a person's details are wrong, at any age; an unknown date of birth is empty. */
export function checkCorrection(form: PersonForm, today: LocalDate): PersonErrors {
  const errors: PersonErrors = checkNames(form)
  if (form.dob !== '' && !isDate(form.dob)) errors.dob = 'dateInvalid'
  else if (form.dob > today) errors.dob = 'birthdayInFuture'
  return errors
}

/** The same for a person who signs up. */
export function checkPerson(form: PersonForm, today: LocalDate): PersonErrors {
  const errors = checkCorrection(form, today)
  if (form.dob === '') errors.dob = 'fillRequired'
  else if (!errors.dob && ageOn(today, form.dob) < MINIMUM_AGE) errors.dob = 'tooYoung'
  return errors
}

/** The server also refuses common passwords, whose list is too long for a browser. */
export const checkPassword = (password: string) => checkLength(password, MINIMUM_PASSWORD, 'passwordTooShort')
export const checkNewPassword = (password: string) => checkLength(password, MINIMUM_NEW_PASSWORD, 'newPasswordTooShort')

function checkLength<Short extends string>(password: string, least: number, tooShort: Short) {
  if (password === '') return 'fillRequired'
  if (isBlank(password)) return 'passwordBlank'
  if (password.length < least) return tooShort
  return password.length > MAXIMUM_PASSWORD ? 'passwordTooLong' : null
}

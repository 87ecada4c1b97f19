// What is typed into forms outlives a reload of the page, and a session that ends: in this tab, for whoever typed it.
import { isControl, type, typedAlready, valueOf, type Control } from './early.ts'

const KEY = 'typed'

interface Field {
  /** Empty where the page went away before the code ran: then the name alone says which. */
  readonly form: string
  /** What the form is about; missing where one page has but one of its kind. */
  readonly about?: string | undefined
  readonly name: string
  readonly value: string | boolean
}

interface Kept {
  /** The address of whoever was signed in; empty for a visitor. */
  readonly by: string
  readonly path: string
  readonly fields: readonly Field[]
}

let touched = new Set<Control>()

/** Notes what is typed, also before the code ran, and keeps it when the page goes away. `who` says who is here. */
export function watchTyped(who: () => string): void {
  touched = new Set(typedAlready().filter(isKept))
  if (window.early) removeEventListener('pagehide', window.early.keep)
  addEventListener(
    'input',
    ({ target }) => {
      if (isControl(target) && isKept(target)) touched.add(target)
    },
    true,
  )
  addEventListener('pagehide', () => keepTyped(who()))
}

/** Passwords are typed anew, and a file can't be given back. */
const isKept = ({ name, type, form }: Control): boolean =>
  form !== null && name !== '' && !['password', 'file', 'hidden'].includes(type)

/** Called before the screen goes that holds it. */
export function keepTyped(by: string): void {
  const here = [...touched].filter((control) => control.isConnected && control.form)
  touched = new Set()
  if (here.length === 0) return
  // what an account typed waits while its owner signs in
  if (by === '' && (read()?.by ?? '') !== '') return
  const fields = here.map((control) => ({
    form: nameOf(control.form),
    about: control.form?.dataset['about'],
    name: keyOf(control),
    value: valueOf(control),
  }))
  const kept: Kept = { by, path: location.pathname, fields }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // a browser may forbid storage; then it is typed anew
  }
}

/** What a form has saved is not half filled in any more. */
export function typedIsSent(form: HTMLFormElement): void {
  touched = new Set([...touched].filter((control) => control.form !== form))
  const kept = read()
  if (kept?.path === location.pathname) keepRest(kept, (field) => !isOf(field, form))
}

export function forgetTyped(): void {
  touched = new Set()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // then nothing was kept
  }
}

/**
 * To a form that opens, what was typed into it before by the same person; once, and each field as soon as it is there:
 * rooms and other choices come later than the form. Answers how to stop.
 */
export function giveBackTyped(form: HTMLFormElement, by: string): () => void {
  const later = new MutationObserver(() => !giveBack(form, by) && later.disconnect())
  if (giveBack(form, by)) later.observe(form, { childList: true, subtree: true })
  return () => later.disconnect()
}

/** Answers whether something is kept that may still come to be this form's. */
function giveBack(form: HTMLFormElement, by: string): boolean {
  const kept = read()
  if (!kept) return false
  if (kept.by !== by) {
    // whoever is being asked to sign in may be the one
    if (by !== '') forgetTyped()
    return false
  }
  if (kept.path !== location.pathname) return false
  const given = new Set<Field>()
  for (const field of kept.fields.filter((each) => isOf(each, form))) {
    const { name, value } = field
    const control = controlsOf(form).find((each) => keyOf(each) === name)
    if (!control || !isOffered(control, value)) continue
    given.add(field)
    if (touched.has(control) || valueOf(control) === value) continue
    type(control, value)
    // whoever is about to type there types over it, as over what a browser fills in
    if (document.activeElement === control && control instanceof HTMLInputElement) control.select()
    touched.add(control)
  }
  return keepRest(kept, (field) => !given.has(field))
}

/** Answers whether anything is left. */
function keepRest(kept: Kept, isRest: (field: Field) => boolean): boolean {
  const rest = kept.fields.filter(isRest)
  if (rest.length === 0) sessionStorage.removeItem(KEY)
  else if (rest.length < kept.fields.length) sessionStorage.setItem(KEY, JSON.stringify({ ...kept, fields: rest }))
  return rest.length > 0
}

/** Whether a field is of this form, which may have fewer fields by now than it had; unless another one has all of them. */
function isOf({ form: name, about, ...field }: Field, form: HTMLFormElement): boolean {
  if (name === '') return controlsOf(form).some((each) => keyOf(each) === field.name)
  if (about !== form.dataset['about']) return false
  if (nameOf(form) === name) return true
  const names = new Set(name.split(' '))
  const has = nameOf(form).split(' ')
  return has.every((each) => names.has(each)) && ![...document.forms].some((other) => nameOf(other) === name)
}

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl)

const isOffered = (control: Control, value: string | boolean): boolean =>
  !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)

/** The same form has the same fields, once all of them are there. */
const nameOf = (form: HTMLFormElement | null): string => {
  const names = [...(form?.elements ?? [])].flatMap((element) => (isControl(element) && element.name) || [])
  return [...new Set(names)].filter((name) => !name.startsWith('_r_') && !name.startsWith('«')).join(' ')
}

const isTick = ({ type }: Control) => type === 'checkbox' || type === 'radio'

/** Boxes of a group have one name. */
const keyOf = (control: Control): string => (isTick(control) ? `${control.name}=${control.value}` : control.name)

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

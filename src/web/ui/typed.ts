// What is typed into forms outlives a reload of the page, and a session that ends: in this tab, for whoever typed it.
import { isControl, type, typedAlready, valueOf, type Control } from './early.ts'

const KEY = 'typed'

interface Field {
  /** Empty where the page went away before the code ran: then the name alone says which. */
  readonly form: string
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
  const fields = here.map((control) => ({ form: nameOf(control.form), name: keyOf(control), value: valueOf(control) }))
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
}

export function forgetTyped(): void {
  touched = new Set()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // then nothing was kept
  }
}

/** To a form that opens, what was typed into it before by the same person; once. */
export function giveBackTyped(form: HTMLFormElement, by: string): void {
  const kept = read()
  if (!kept) return
  if (kept.by !== by) {
    // whoever is being asked to sign in may be the one
    if (by !== '') forgetTyped()
    return
  }
  const names = new Set([...form.elements].filter(isControl).map(keyOf))
  const mine = (field: Field) =>
    kept.path === location.pathname && (field.form === nameOf(form) || (field.form === '' && names.has(field.name)))
  const fields = kept.fields.filter(mine)
  if (fields.length === 0) return
  for (const { name, value } of fields) {
    const control = [...form.elements].filter(isControl).find((each) => keyOf(each) === name)
    if (!control || touched.has(control) || valueOf(control) === value) continue
    type(control, value)
    // whoever is about to type there types over it, as over what a browser fills in
    if (document.activeElement === control && control instanceof HTMLInputElement) control.select()
    touched.add(control)
  }
  const rest = kept.fields.filter((field) => !mine(field))
  if (rest.length === 0) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, JSON.stringify({ ...kept, fields: rest }))
}

/** The same form has the same fields. */
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

// Keeps drafts of forms across a reload and the end of a session: in this tab, for the same person.
import { isControl, isTick, type, typedAlready, valueOf, type Control } from './early.ts'

const KEY = 'typed'

interface Field {
  /**
   * The form's field names; empty where the page closed before the code ran: then the field name alone identifies it.
   */
  readonly form: string
  /** The subject of the form; undefined where the page has only one such form. */
  readonly about?: string | undefined
  readonly name: string
  readonly value: string | boolean
}

interface Kept {
  /** E-mail address of the signed-in person; empty for a visitor. */
  readonly by: string
  readonly path: string
  readonly fields: readonly Field[]
}

let touched = new Set<Control>()

/**
 * Records drafts, including input from before the code ran, and stores them when the page closes. `who` returns the
 * current e-mail address.
 */
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

/** Passwords must be typed again, and files can't be restored. */
const isKept = ({ name, type, form }: Control): boolean =>
  form !== null && name !== '' && !['password', 'file', 'hidden'].includes(type)

/** Stores the drafts; call it before their screen is removed. */
export function keepTyped(by: string): void {
  const here = [...touched].filter((control) => control.isConnected && control.form)
  touched = new Set()
  if (here.length === 0) return
  // a visitor's draft must not replace that of an account whose owner may sign in again
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
    // storage may be blocked; then the draft is lost
  }
}

/** Drops the draft of a form that was saved. */
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
    // then nothing was stored
  }
}

/**
 * Restores the same person's draft into a form that opens, each field once and as soon as it exists: selects and other
 * choices may load later than the form. Returns the function that stops this.
 */
export function keepRestoringTyped(form: HTMLFormElement, by: string): () => void {
  const later = new MutationObserver(() => !restoreTyped(form, by) && later.disconnect())
  if (restoreTyped(form, by)) later.observe(form, { childList: true, subtree: true })
  return () => later.disconnect()
}

/** Restores the fields that exist now; returns whether any draft fields remain for this form. */
function restoreTyped(form: HTMLFormElement, by: string): boolean {
  const kept = read()
  if (!kept) return false
  if (kept.by !== by) {
    // keep it while signed out: the owner may be about to sign in
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
    // select the text, so that typing replaces it, as after autofill
    if (document.activeElement === control && control instanceof HTMLInputElement) control.select()
    touched.add(control)
  }
  return keepRest(kept, (field) => !given.has(field))
}

/** Keeps the fields for which `isRest` holds; returns whether any draft fields remain. */
function keepRest(kept: Kept, isRest: (field: Field) => boolean): boolean {
  const rest = kept.fields.filter(isRest)
  if (rest.length === 0) sessionStorage.removeItem(KEY)
  else if (rest.length < kept.fields.length) sessionStorage.setItem(KEY, JSON.stringify({ ...kept, fields: rest }))
  return rest.length > 0
}

/**
 * Whether a draft field belongs to this form. The form may have fewer fields now than when the draft was stored, unless
 * another form on the page has exactly those fields.
 */
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

/** Identifies a form by its field names, once all of its fields are there. */
const nameOf = (form: HTMLFormElement | null): string => {
  const names = [...(form?.elements ?? [])].flatMap((element) => (isControl(element) && element.name) || [])
  return [...new Set(names)].filter((name) => !name.startsWith('_r_') && !name.startsWith('«')).join(' ')
}

/** Checkboxes and radio buttons of a group share their name, so their value is part of the key. */
const keyOf = (control: Control): string => (isTick(control) ? `${control.name}=${control.value}` : control.name)

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

// What was done on the server's page before the code ran, for the code: index.html listens until then.

declare global {
  interface Window {
    early?: { readonly pressed: Set<HTMLElement>; readonly listen: (event: Event) => void; readonly keep: () => void }
  }
}

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let pressed = new Set<HTMLElement>()
// React writes what it knows into each as it takes the page over, and again when it next draws
const typed = new Map<Control, string | boolean>()

/** In ms: buttons are not held for longer, whatever becomes of the screen. */
const LONGEST = 5_000

/** To be called right before React takes the page over: what is typed and pressed from now on is still repeated. */
export function takeEarly(): void {
  for (const control of typedAlready()) typed.set(control, valueOf(control))
  addEventListener('input', keep, true)
  addEventListener('click', hold, true)
  setTimeout(letGo, LONGEST)
  if (!window.early) return
  removeEventListener('click', window.early.listen, true)
  pressed = window.early.pressed
}

/**
 * Tells React what was typed and pressed, in this order, as if it were done now. Each thing is told once.
 * What React has heard itself by then is told again: its own turn must be over, or it sets the control back between
 * the two and hears the value that it has set.
 */
export function repeatEarly(): void {
  removeEventListener('input', keep, true)
  const controls = [...typed]
  typed.clear()
  for (const [control, value] of controls) if (control.isConnected) type(control, value)
  letGo()
}

function letGo(): void {
  removeEventListener('click', hold, true)
  const buttons = [...pressed]
  pressed = new Set()
  // what was typed must have been drawn: a button sends what its form shows
  if (buttons.length > 0) setTimeout(() => buttons.filter(({ isConnected }) => isConnected).forEach(pressAgain))
}

function pressAgain(button: HTMLElement): void {
  // the browser has opened a menu by itself, without what React puts in it, and another press would close it
  const menu = button instanceof HTMLButtonElement ? button.popoverTargetElement : null
  if (menu instanceof HTMLElement) menu.hidePopover()
  button.click()
}

/** A button pressed now would send a form of which React has not heard all that is typed in it. */
function hold(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#root button') : null
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  pressed.add(button)
}

function keep({ target }: Event): void {
  if (!isControl(target)) return
  // the latest last: of a group of choices it is the one that counts
  typed.delete(target)
  typed.set(target, valueOf(target))
}

export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

export const valueOf = (control: Control): string | boolean => (isTick(control) ? control.checked : control.value)

/** What says something else than what the server drew. */
export const typedAlready = (): Control[] =>
  [...document.querySelectorAll<Control>('input, textarea, select')].filter(isTyped)

function isTyped(control: Control): boolean {
  if (isTick(control))
    return control.checked !== control.defaultChecked && (control.checked || control.type !== 'radio')
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const drawn = [...control.options].find((option) => option.defaultSelected) ?? control.options[0]
  return drawn !== undefined && !drawn.selected
}

export function type(control: Control, value: string | boolean): void {
  if (isTick(control)) {
    control.checked = !value
    control.click()
  } else if (control instanceof HTMLSelectElement) {
    control.value = String(value)
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    // React hears of a value only when it differs from the one that it last saw set on the element itself
    control.value = control.defaultValue
    const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

// Repeats for React what was typed and pressed on the server-rendered page before the code ran; index.html records it
// until then.

declare global {
  interface Window {
    early?: { readonly pressed: Set<HTMLElement>; readonly listen: (event: Event) => void; readonly keep: () => void }
  }
}

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let pressed = new Set<HTMLElement>()
// kept apart, because hydration resets each control to React's value, and so does the next render
const typed = new Map<Control, string | boolean>()

let whenHydrated = () => {}

/** In ms; the longest time for which presses are held back. */
const LONGEST = 5_000

/** Call right before hydration: input and presses from now on are recorded for `repeatEarly`. */
export function takeEarly(): void {
  for (const control of typedAlready()) typed.set(control, valueOf(control))
  addEventListener('input', keep, true)
  addEventListener('click', hold, true)
  setTimeout(letGo, LONGEST)
  if (!window.early) return
  removeEventListener('click', window.early.listen, true)
  pressed = window.early.pressed
}

/** Sets what happens once when the first screen is hydrated; the frame around it is hydrated before. */
export function onceHydrated(listener: () => void): void {
  whenHydrated = listener
}

/**
 * Repeats the recorded input, then the presses, as events that React handles; each once.
 * Call it after React has handled the current event: else React would reset a control between its own event and the
 * repeated one, and read the value that it has just set.
 */
export function repeatEarly(): void {
  whenHydrated()
  whenHydrated = () => {}
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
  // after the next render: a button sends what its form shows
  if (buttons.length > 0) setTimeout(() => buttons.filter(({ isConnected }) => isConnected).forEach(pressAgain))
}

function pressAgain(button: HTMLElement): void {
  // the browser has already opened the native menu, without React's part of it; another press would close it
  const menu = button instanceof HTMLButtonElement ? button.popoverTargetElement : null
  if (menu instanceof HTMLElement) menu.hidePopover()
  button.click()
}

/** Holds back presses of buttons: a form must not be sent before React knows all input. */
function hold(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#root button') : null
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  pressed.add(button)
}

function keep({ target }: Event): void {
  if (!isControl(target)) return
  // moves it to the end: of a radio group the last choice counts
  typed.delete(target)
  typed.set(target, valueOf(target))
}

export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

export const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

export const valueOf = (control: Control): string | boolean => (isTick(control) ? control.checked : control.value)

/** The controls whose value differs from the server-rendered one. */
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
  } else if (control.type === 'file') {
    // only its user may set a file
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    // React reports a change only if the value differs from the last one set on the element itself
    control.value = control.defaultValue
    const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

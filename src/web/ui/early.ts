// What was done on the server's page before the code ran, for the code: index.html listens until then.

declare global {
  interface Window {
    early?: { readonly pressed: Set<HTMLElement>; readonly listen: (event: Event) => void }
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let pressed: readonly HTMLElement[] = []

/** From now on React hears every press; to be called right before it takes the page over. */
export function takeEarlyPresses(): void {
  if (!window.early) return
  removeEventListener('click', window.early.listen, true)
  pressed = [...window.early.pressed]
}

/** Tells React what was typed and pressed, in this order, as if it were done now. Each thing is told once. */
export function repeatEarly(screen: HTMLElement): void {
  for (const control of screen.querySelectorAll<Control>('input, textarea, select')) retype(control)
  const buttons = pressed
  pressed = []
  // what was typed must have been drawn: a button sends what its form shows
  if (buttons.length > 0) setTimeout(() => buttons.forEach((button) => button.isConnected && button.click()))
}

function retype(control: Control): void {
  if (control instanceof HTMLSelectElement) {
    const drawn = [...control.options].find((option) => option.defaultSelected)
    if (drawn && !drawn.selected) control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    if (control.checked === control.defaultChecked || (control.type === 'radio' && !control.checked)) return
    control.checked = control.defaultChecked
    control.click()
  } else if (control.value !== control.defaultValue) {
    const typed = control.value
    // React hears of a value only when it differs from the one that it last saw set on the element itself
    control.value = control.defaultValue
    const kind = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, typed)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

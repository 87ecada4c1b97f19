// What was done on the server's page before the code ran, for the code: index.html listens until then.

declare global {
  interface Window {
    early?: { readonly pressed: Set<HTMLElement>; readonly listen: (event: Event) => void }
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let pressed: readonly HTMLElement[] = []
// React writes its own choice into a select as it takes it over; what is typed into other fields it leaves alone
const chosen = new Map<HTMLSelectElement, string>()

const choose = ({ target }: { target: EventTarget | null }) => {
  if (target instanceof HTMLSelectElement) chosen.set(target, target.value)
}

/** From now on React hears every press; to be called right before it takes the page over. */
export function takeEarlyPresses(): void {
  for (const select of document.querySelectorAll('select')) if (isChosen(select)) choose({ target: select })
  addEventListener('change', choose, true)
  if (!window.early) return
  removeEventListener('click', window.early.listen, true)
  pressed = [...window.early.pressed]
}

/** Tells React what was typed and pressed, in this order, as if it were done now. Each thing is told once. */
export function repeatEarly(screen: HTMLElement): void {
  removeEventListener('change', choose, true)
  for (const control of screen.querySelectorAll<Control>('input, textarea, select')) retype(control)
  chosen.clear()
  const buttons = pressed
  pressed = []
  // what was typed must have been drawn: a button sends what its form shows
  if (buttons.length > 0) setTimeout(() => buttons.forEach((button) => button.isConnected && button.click()))
}

const isChosen = (select: HTMLSelectElement): boolean => {
  const drawn = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
  return drawn !== undefined && !drawn.selected
}

function retype(control: Control): void {
  if (control instanceof HTMLSelectElement) {
    const value = chosen.get(control)
    if (value === undefined) return
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
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

/**
 * A concept's procedures by name only, which is all that the browser needs to call them. The browser imports the
 * contract as a type, so that its schemas are not loaded.
 */
export const callsOf = <Contract extends object>(concept: string): Contract =>
  new Proxy<Record<string, { name: string }>>(
    {},
    // return the same object each time: React compares by identity
    { get: (known, key) => (known[String(key)] ??= { name: `${concept}.${String(key)}` }) },
  ) as Contract

/**
 * A concept's procedures by their names alone: all that a caller in the browser needs. The contract itself, with its
 * schemas, is imported there as a type only, so that no schema is loaded.
 */
export const callsOf = <Contract extends object>(concept: string): Contract =>
  new Proxy<Record<string, { name: string }>>(
    {},
    // the same object each time: React compares by identity
    { get: (known, key) => (known[String(key)] ??= { name: `${concept}.${String(key)}` }) },
  ) as Contract

/** What the browser knows of a contract: any procedure of it, by its full name; see vite.plugins.ts. */
export const procedureNames = (concept: string): object =>
  new Proxy<Record<string, { name: string }>>(
    {},
    // the same object each time: React compares by identity
    { get: (known, key) => (known[String(key)] ??= { name: `${concept}.${String(key)}` }) },
  )

/** A map with several values per key. */
export class MultiMap<T> {
  readonly #values = new Map<string, Set<T>>()

  get(name: string): ReadonlySet<T> {
    return this.#values.get(name) ?? new Set()
  }

  add(name: string, value: T): void {
    const values = this.#values.get(name) ?? new Set()
    this.#values.set(name, values.add(value))
  }

  delete(name: string, value: T): void {
    const values = this.#values.get(name)
    values?.delete(value)
    if (values?.size === 0) this.#values.delete(name)
  }
}

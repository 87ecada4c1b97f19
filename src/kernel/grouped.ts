/** The items of each key, keys and items in the order given: Map.groupBy, which Node 20 lacks. */
export function groupedBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, [One, ...One[]]> {
  const groups = new Map<Key, [One, ...One[]]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** The items in their order, split into parts of at most `most`. */
export function chunked<One>(all: readonly One[], most: number): One[][] {
  const parts: One[][] = []
  for (let from = 0; from < all.length; from += most) parts.push(all.slice(from, from + most))
  return parts
}

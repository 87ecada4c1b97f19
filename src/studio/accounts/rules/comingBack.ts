// a path alone: whoever signs up writes it, and the owner of the address reads it in the letter
const PATH = /^\/[a-z-]+(?:\/[\w-]{1,64})?$/i

/** Where the link in the verification letter leads on to: the path of a place inside the studio, if it is one. */
export function pathToReturn(next: string | undefined): string | undefined {
  const [path = ''] = next?.split(/[?#]/, 1) ?? []
  return PATH.test(path) ? path : undefined
}

const HERE = 'https://studio.invalid'

/** An address that was kept over a sign-in, if it is one of this studio: a browser reads '//' and '/\\' as another site. */
export function ownAddress(kept: string | null): string | undefined {
  if (!kept?.startsWith('/') || !URL.canParse(kept, HERE)) return undefined
  return new URL(kept, HERE).origin === HERE ? kept : undefined
}

import type { Language } from './messages.ts'

/** What is known of where a public page stands. */
export interface PreviewFacts {
  readonly language: Language
  readonly timeZone: string
  readonly studio: { readonly name: string; readonly website: string; readonly postalAddress: string }
  /** The page's own address, and that of its picture. */
  readonly address: string
  readonly picture: string
}

/** What other sites show of a public page. */
export interface Preview {
  readonly title: string
  /** When it is, in one line. */
  readonly when: string
  readonly description: string
  /** In the words of schema.org, without its context. */
  readonly data: object
}

/** Where it is and who holds it, in the words of schema.org. */
export function studioData({ studio }: PreviewFacts): { location: object; organizer: object } {
  const { name, website, postalAddress } = studio
  return {
    location: { '@type': 'Place', name, ...(postalAddress && { address: postalAddress }) },
    organizer: { '@type': 'Organization', name, url: website },
  }
}

/** What it costs, in the words of schema.org; `cents` are of the standard price. */
export const offerData = (cents: number, isFull: boolean, url: string): object => ({
  '@type': 'Offer',
  price: (cents / 100).toFixed(2),
  priceCurrency: 'EUR',
  availability: `https://schema.org/${isFull ? 'SoldOut' : 'InStock'}`,
  url,
})

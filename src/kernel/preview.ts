import type { Language } from './messages.ts'

/** Facts about the studio that a preview of a public page needs. */
export interface PreviewFacts {
  readonly language: Language
  readonly timeZone: string
  readonly studio: { readonly name: string; readonly website: string; readonly postalAddress: string }
  /** URLs of the page and of its picture. */
  readonly address: string
  readonly picture: string
}

/** The preview that other sites show when somebody shares a public page. */
export interface Preview {
  readonly title: string
  /** Date and time, in one line. */
  readonly when: string
  readonly description: string
  /** schema.org data, without `@context`. */
  readonly data: object
}

/** Place and organiser in schema.org terms. */
export function studioData({ studio }: PreviewFacts): { location: object; organizer: object } {
  const { name, website, postalAddress } = studio
  return {
    location: { '@type': 'Place', name, ...(postalAddress && { address: postalAddress }) },
    organizer: { '@type': 'Organization', name, url: website },
  }
}

/** Price in schema.org terms; `cents` is the standard price. */
export const offerData = (cents: number, isFull: boolean, url: string): object => ({
  '@type': 'Offer',
  price: (cents / 100).toFixed(2),
  priceCurrency: 'EUR',
  availability: `https://schema.org/${isFull ? 'SoldOut' : 'InStock'}`,
  url,
})

import type { Settings } from '#server/settings.ts'
import { isFeature } from '#studio/settings/rules.ts'

interface Belongs {
  readonly procedure: { readonly feature?: string | readonly string[] | undefined }
}

/** Whether something is available: it is when it needs no feature, or when one of its features is on. */
export const isThere = ({ sections }: Settings, feature: string | readonly string[] | undefined): boolean =>
  feature === undefined || [feature].flat().some((one) => isFeature(one) && sections.features[one])

/** Procedures by name; those whose features are off are unknown to everybody. */
export class Offered<Named extends Belongs> extends Map<string, Named> {
  readonly #settings: Settings

  constructor(all: ReadonlyMap<string, Named>, settings: Settings) {
    super()
    this.#settings = settings
    for (const [name, named] of all) this.set(name, named)
  }

  override get(name: string): Named | undefined {
    const named = super.get(name)
    return named && isThere(this.#settings, named.procedure.feature) ? named : undefined
  }
}

import type { Settings } from '#server/settings.ts'
import { isFeature } from '#studio/settings/rules.ts'

interface Belongs {
  readonly procedure: { readonly feature?: string | readonly string[] | undefined }
}

/** Whether something is there at all: what belongs to features is, while one of them is switched on. */
export const isThere = ({ sections }: Settings, feature: string | readonly string[] | undefined): boolean =>
  feature === undefined || [feature].flat().some((one) => isFeature(one) && sections.features[one])

/** Procedures by their names; those of features that are off are unknown, whoever asks for them. */
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

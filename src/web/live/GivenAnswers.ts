import type { FirstAnswer } from '#web/initial.ts'
import type { Live } from './connection.ts'
import type { LiveSource } from './source.ts'

const LOADING: Live<never> = { state: 'loading' }
const nothing = () => {}

/** The answers that one page carries, for rendering exactly that page: sends no query and never changes. */
export class GivenAnswers implements LiveSource {
  readonly state = 'connecting'
  readonly #answers: ReadonlyMap<string, Live<unknown>>

  constructor(answers: readonly FirstAnswer[]) {
    this.#answers = new Map(answers.map(({ name, input, live }) => [name + JSON.stringify(input), live]))
  }

  current(name: string, input: unknown): Live<unknown> {
    return this.#answers.get(name + JSON.stringify(input)) ?? LOADING
  }

  first(name: string, input: unknown): Live<unknown> {
    return this.current(name, input)
  }

  onState(): () => void {
    return nothing
  }

  watch(): () => void {
    return nothing
  }

  warm(): void {}
}

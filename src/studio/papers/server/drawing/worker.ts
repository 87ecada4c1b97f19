// Runs in a process of its own: a paper takes a tenth of a second of a processor and more, and nobody else waits for it.
import type { Paper } from '../../rules.ts'
import { draw, type Dress } from './draw.ts'

export interface Asked {
  readonly id: number
  readonly paper: Paper
  readonly dress: Dress
}
export type Answered =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly failed: string }

const tell = (answer: Answered) => void process.send?.(answer)

// one after the other: side by side they would only share the processor and hold more memory
let last: Promise<void> = Promise.resolve()

process.on('message', ({ id, paper, dress }: Asked) => {
  last = last
    .then(() => draw(paper, dress))
    .then(
      (pdf) => tell({ id, pdf }),
      (error: unknown) => tell({ id, failed: String(error) }),
    )
})
// nobody is left to draw for
process.on('disconnect', () => process.exit())

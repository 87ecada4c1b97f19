// Runs in a separate process: drawing a paper takes a tenth of a second of CPU time or more, and nobody else must wait
// for it.
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

// one at a time: in parallel they would share the same CPU and need more memory
let last: Promise<void> = Promise.resolve()

process.on('message', ({ id, paper, dress }: Asked) => {
  last = last
    .then(() => draw(paper, dress))
    .then(
      (pdf) => tell({ id, pdf }),
      (error: unknown) => tell({ id, failed: String(error) }),
    )
})
// the parent process has ended
process.on('disconnect', () => process.exit())

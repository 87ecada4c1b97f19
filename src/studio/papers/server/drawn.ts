import { paperTexts } from '../messages/paper.ts'
import type { Paper } from '../rules.ts'
import type { Dress } from './drawing/draw.ts'
import { drawnAside } from './drawing/aside.ts'

export type PaperDress = Dress

export interface PaperFile {
  readonly name: string
  readonly pdf: Uint8Array
}

/** The PDF file of a paper, from a query's result; null if too many papers are waiting to be drawn. */
export async function drawnPaper(content: unknown, dress: Dress): Promise<PaperFile | null> {
  const paper = content as Paper
  const pdf = await drawnAside(paper, dress)
  return pdf && { name: `${paper.number || paperTexts[dress.language].fileOf(paper.year ?? 0)}.pdf`, pdf }
}

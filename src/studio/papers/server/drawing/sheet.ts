// A tagged A4 page: its content is drawn in reading order and tagged for screen readers.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'

const require = createRequire(import.meta.url)
// these fonts contain the letters of Estonian and Cyrillic names
const fonts = {
  plain: require.resolve('@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf'),
}

/** In points (1/72 inch). */
export const WIDTH = 595.28
const HEIGHT = 841.89
export const MARGIN = 48
const FOOT = 60
export const INNER = WIDTH - 2 * MARGIN
export const INK = '#241627'
export const MUTED = '#6b5f6e'
const LINE = '#d9d2da'

type Tag = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD'
export type Align = 'left' | 'right'
type Element = PDFKit.PDFStructureElement

interface Style {
  readonly bold?: boolean
  readonly size?: number
  readonly colour?: string
  readonly align?: Align
}

interface Cell extends Style {
  readonly text: string
  readonly x: number
  readonly width: number
}

export class Sheet {
  readonly #document: PDFKit.PDFDocument
  readonly #parts: Buffer[] = []
  /** Distance from the top at which the next element is drawn, in points. */
  y = MARGIN

  constructor({ title, author, language, at }: { title: string; author: string; language: string; at: Date }) {
    this.#document = new PdfDocument({
      size: [WIDTH, HEIGHT],
      margin: 0,
      font: fonts.plain,
      lang: language,
      displayTitle: true,
      tagged: true,
      pdfVersion: '1.7',
      bufferPages: true,
      info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    })
    this.#document.on('data', (part: Buffer) => this.#parts.push(part))
    this.#document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  }

  /** A decorative bar across the top edge. */
  bar(colour: string): void {
    this.#aside(() => this.#document.rect(0, 0, WIDTH, 8).fill(colour))
  }

  picture(picture: Buffer, alt: string, box: { x: number; y: number; width: number; height: number }): void {
    const { x, y, width, height } = box
    this.#add('Figure', alt, () =>
      this.#document.image(picture, x, y, { fit: [width, height], align: 'right', valign: 'center' }),
    )
  }

  /** Draws text at a position; returns its height in points. */
  text(tag: Tag, text: string, { x, y, width, ...style }: Style & { x: number; y: number; width: number }): number {
    if (text === '') return 0
    const height = this.height(text, width, style)
    this.#add(tag, undefined, () => this.#write(text, { x, width, ...style }, y))
    return height
  }

  height(text: string, width: number, { bold = false, size = 10 }: Style): number {
    this.#document.font(bold ? 'bold' : 'plain').fontSize(size)
    return this.#document.heightOfString(text, { width })
  }

  /** Begins a new page if this one has no room for that height (points). */
  ensure(height: number): boolean {
    if (this.y + height <= HEIGHT - MARGIN - FOOT) return false
    this.#document.addPage()
    this.y = MARGIN
    return true
  }

  rule(colour = LINE): void {
    this.#aside(() => this.#document.rect(MARGIN, this.y, INNER, 0.75).fill(colour))
  }

  /** Draws rows below their headings, which are repeated on each page. */
  table(headings: readonly Cell[], rows: readonly (readonly Cell[])[]): void {
    const table = this.#document.struct('Table')
    this.#document.addStructure(table)
    const head = () => {
      this.#row(table, 'TH', headings)
      this.rule(INK)
      this.y += 7
    }
    this.ensure(60)
    head()
    for (const row of rows) {
      if (this.ensure(this.#heightOf(row))) head()
      this.#row(table, 'TD', row)
      this.rule()
      this.y += 7
    }
    table.end()
  }

  #heightOf = (cells: readonly Cell[]): number =>
    Math.max(...cells.map((cell) => this.height(cell.text, cell.width, cell)))

  #row(table: Element, tag: 'TH' | 'TD', cells: readonly Cell[]): void {
    const height = this.#heightOf(cells)
    const row = this.#document.struct('TR')
    table.add(row)
    for (const cell of cells) {
      const drawn = this.#document.struct(tag, {}, () => this.#write(cell.text, cell, this.y))
      row.add(drawn)
    }
    row.end()
    this.y += height + 5
  }

  #write(
    text: string,
    { x, width, bold = false, size = 10, colour = INK, align = 'left' }: Style & { x: number; width: number },
    y: number,
  ) {
    this.#document
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, y, { width, align })
  }

  #add(tag: Tag, alt: string | undefined, draw: () => void): void {
    this.#document.addStructure(this.#document.struct(tag, alt === undefined ? {} : { alt }, draw))
  }

  /** Draws something decorative, hidden from screen readers. */
  #aside(draw: () => void): void {
    this.#document.markContent('Artifact')
    draw()
    this.#document.endMarkedContent()
  }

  /** Draws the footer of each page, and returns the file. */
  async end(foot: string, pageOf: (page: number, of: number) => string): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page)
      this.#aside(() => {
        const style = { size: 8.5, colour: MUTED, width: INNER - 90 }
        this.#write(foot, { x: MARGIN, ...style }, HEIGHT - MARGIN - 24)
        if (count > 1) {
          const right = { x: WIDTH - MARGIN - 80, width: 80, align: 'right' } as const
          this.#write(pageOf(page + 1, count), { ...right, size: 8.5, colour: MUTED }, HEIGHT - MARGIN - 24)
        }
      })
    }
    const ended = once(this.#document, 'end')
    this.#document.end()
    await ended
    return Buffer.concat(this.#parts)
  }
}

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { HOUR } from '#kernel/time.ts'
import { done } from '#kernel/result.ts'
import type { Language } from '#kernel/messages.ts'
import { handler, type BeforeCommand } from '#server/procedures.ts'
import { posterTexts } from '../messages/setUp.ts'
import { storedLogo } from './stored.ts'

const require = createRequire(import.meta.url)
const fonts = {
  plain: require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf'),
}

/** A4 in points, and the margin. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56]
const INK = '#241627'

/** Draws the PDF before the transaction; it is not stored. */
export const poster = handler({
  limits: () => [{ key: 'poster', max: 60, per: HOUR, perCaller: true }],
  prepare: ({ language }: { language: Language }, before) => drawn(language, before),
  run: async (_c, _input, pdf) => {
    if (!pdf) throw new Error('The poster was not drawn.')
    return done({ pdf: pdf.toString('base64') })
  },
})

async function drawn(language: Language, { db, settings }: BeforeCommand): Promise<Buffer> {
  // loaded with the first poster
  const [{ default: PdfDocument }, { encode }] = await Promise.all([import('pdfkit'), import('uqr')])
  const { studioName, look, baseUrl } = settings
  const t = posterTexts[language]
  const link = `${baseUrl}/classes`
  const document = new PdfDocument({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    font: fonts.plain,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: `${studioName}: ${t.title}`, Author: studioName },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  const within = { width: WIDTH - 2 * MARGIN, align: 'center' } as const
  const tagged = (tag: string, draw: () => void, alt?: string) =>
    document.addStructure(document.struct(tag, alt === undefined ? {} : { alt }, draw))

  document.rect(0, 0, WIDTH, 14).fill(look.accent)
  const logo = await storedLogo(db)
  if (logo !== null) {
    const picture = Buffer.from(logo, 'base64')
    const box = [170, 120] as const
    tagged(
      'Figure',
      () => document.image(picture, (WIDTH - box[0]) / 2, 48, { fit: [...box], align: 'center', valign: 'center' }),
      studioName,
    )
  }
  document.y = logo === null ? 96 : 186
  document.fillColor(INK)
  tagged('H1', () => document.font('bold').fontSize(titleSize(studioName)).text(studioName, MARGIN, document.y, within))
  document.moveDown(0.2)
  tagged('P', () => document.font('plain').fontSize(22).text(t.title, within))

  const { data } = encode(link, { border: 0 })
  const side = 300
  const [left, top, square] = [(WIDTH - side) / 2, 400, side / data.length]
  tagged(
    'Figure',
    () => {
      for (const [y, row] of data.entries())
        for (const [x, dark] of row.entries())
          if (dark) document.rect(left + x * square, top + y * square, square, square)
      document.fill('#000000')
    },
    link,
  )
  document.fillColor(INK)
  tagged('P', () =>
    document
      .font('bold')
      .fontSize(17)
      .text(link.replace(/^https?:\/\//, ''), MARGIN, top + side + 36, within),
  )
  tagged('P', () =>
    document
      .font('plain')
      .fontSize(13)
      .text(t.hint, MARGIN, document.y + 6, within),
  )
  const ended = once(document, 'end')
  document.end()
  await ended
  return Buffer.concat(parts)
}

/** Font size with which the longest name takes at most two lines. */
const titleSize = (name: string): number => (name.length > 32 ? 34 : 46)

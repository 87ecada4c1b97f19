import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Reads a PDF: its text page by page, and the tags of its structure. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, place) => {
      const page = await document.getPage(place + 1)
      const { items } = await page.getTextContent()
      return { text: items.map((item) => ('str' in item ? item.str : '')).join(' '), tree: await page.getStructTree() }
    }),
  )
  const { info } = await document.getMetadata()
  const facts = info as { Title?: string; Language?: string }
  const marks = await document.getMarkInfo()
  return {
    // the columns of a table are separate pieces of text
    text: pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n'),
    pages: pages.length,
    roles: pages.flatMap(({ tree }) => rolesOf(tree)),
    title: facts.Title,
    language: facts.Language,
    tagged: marks?.Marked === true,
  }
}

type Tree = Awaited<ReturnType<PDFPageProxy['getStructTree']>>
const rolesOf = (node: Tree | Tree['children'][number] | null): string[] =>
  node && 'role' in node ? [node.role, ...node.children.flatMap(rolesOf)] : []

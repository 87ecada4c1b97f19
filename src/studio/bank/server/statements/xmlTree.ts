import { SaxesParser } from 'saxes'
import { Refused } from './refused.ts'

/** An element without its namespace prefix, and the text directly in it. */
export interface Element {
  readonly name: string
  text: string
  readonly attributes: Readonly<Record<string, string>>
  /** Missing if there are none, as in most elements. */
  children?: Element[]
}

/** Maximum depth; the deepest element of the standard is at level 14. */
const DEEPEST = 32
/** Maximum of attributes of one element; the root has some namespaces, the others one or two. */
const MOST_ATTRIBUTES = 100

export interface Visitor {
  /** Called when an element begins; `path` holds the names from the root to its parent. */
  readonly begins: (name: string, path: readonly string[]) => void
  /** Called when an element has ended. Return true to remove it from its parent, which frees its memory. */
  readonly ended: (element: Element, path: readonly string[]) => boolean
}

/**
 * Parses XML as a stream and keeps only what the visitor leaves. A document type declaration refuses the file:
 * statements have none, and without one only the five entities of XML exist.
 */
export class XmlTree {
  private readonly parser = new SaxesParser({ xmlns: false, position: false })
  private readonly open: Element[] = []
  private readonly path: string[] = []

  constructor(visitor: Visitor) {
    const { parser, open, path } = this
    parser.on('error', () => {
      throw new Refused('notAStatement')
    })
    parser.on('doctype', () => {
      throw new Refused('hasDoctype')
    })
    let attributes = 0
    parser.on('opentagstart', () => {
      attributes = 0
    })
    parser.on('attribute', () => {
      if (++attributes > MOST_ATTRIBUTES) throw new Refused('notAStatement')
    })
    parser.on('opentag', (tag) => {
      if (open.length >= DEEPEST) throw new Refused('notAStatement')
      const element = { name: localName(tag.name), text: '', attributes: tag.attributes }
      visitor.begins(element.name, path)
      open.push(element)
      path.push(element.name)
    })
    const text = (more: string) => {
      const element = open.at(-1)
      if (element) element.text += more
    }
    parser.on('text', text)
    parser.on('cdata', text)
    parser.on('closetag', () => {
      const element = open.pop()
      path.pop()
      if (!element || visitor.ended(element, path)) return
      const parent = open.at(-1)
      if (parent) (parent.children ??= []).push(element)
    })
  }

  write(text: string): void {
    this.parser.write(text)
  }

  end(): void {
    this.parser.close()
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The first element under `element` at `path`. */
export const find = (element: Element, ...path: readonly string[]): Element | undefined => descend(element, path, 0)

function descend(element: Element, path: readonly string[], at: number): Element | undefined {
  if (at === path.length) return element
  for (const child of element.children ?? []) {
    const found = child.name === path[at] ? descend(child, path, at + 1) : undefined
    if (found) return found
  }
  return undefined
}

/** All elements at `path`. */
export function findAll(element: Element, ...path: readonly string[]): readonly Element[] {
  let found = [element]
  for (const step of path) {
    const next: Element[] = []
    for (const one of found) for (const child of one.children ?? []) if (child.name === step) next.push(child)
    found = next
  }
  return found
}

/** The trimmed text of the first element at `path`; empty if there is none. */
export const textAt = (element: Element, ...path: readonly string[]): string =>
  descend(element, path, 0)?.text.trim() ?? ''

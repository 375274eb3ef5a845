/** Turns the Markdown of the contract's descriptions, and of docs/clients.md, into HTML. */
import { posix } from 'node:path'
import { type Html, rawHtml } from '@monitoring-service/contract/html'
import { Marked, type RendererObject, type Token } from 'marked'
import { highlight } from './highlight.ts'

export interface Heading {
  id: string
  text: string
}

/** Code that can be copied. */
const renderer: RendererObject = {
  code: ({ text, lang }) =>
    `<div class="snippet"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${highlight(text, lang).html}</code></pre></div>\n`,
}
const marked = new Marked({ renderer })

export function markdown(text: string): Html {
  return rawHtml(marked.parse(text, { async: false }))
}

/** One line. */
export function inlineMarkdown(text: string): Html {
  return rawHtml(marked.parseInline(text, { async: false }))
}

/** A text with headings as sections that can be linked to, each in a block of its own. */
export function sections(text: string): { html: Html; headings: Heading[] } {
  const headings: Heading[] = []
  const blocks: Token[][] = []
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading') {
      headings.push({ id: token.text.toLowerCase().replace(/[^a-z0-9]+/g, '-'), text: token.text })
      blocks.push([])
    } else blocks.at(-1)?.push(token)
  }
  const rendered = headings.map(({ id, text }, index) => {
    return `<div><h2 id="${id}">${inlineMarkdown(text).html}</h2>\n${marked.parser(blocks[index] ?? [])}</div>`
  })
  return { html: rawHtml(rendered.join('\n')), headings }
}

/**
 * A Markdown file of the repository as a chapter of the page. A link to another file leads to the heading of its name, if the
 * page has one; the others, which only the repository has, become text.
 */
export function chapter(text: string, ids: string[]): Html {
  const guide = new Marked({
    renderer: {
      ...renderer,
      heading({ depth, tokens }) {
        return `<h${depth + 1}>${this.parser.parseInline(tokens)}</h${depth + 1}>\n`
      },
      link({ href, tokens }) {
        if (href.startsWith('#') || URL.canParse(href)) return false
        const title = this.parser.parseInline(tokens)
        const id = posix.basename(href, '.md')
        return ids.includes(id) ? `<a href="#${id}">${title}</a>` : title
      },
    },
  })
  return rawHtml(guide.parse(text, { async: false }))
}

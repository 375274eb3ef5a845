/** Turns the Markdown of the contract's descriptions into HTML. */
import { type Html, rawHtml } from '@monitoring-service/contract/html'
import { marked } from 'marked'

export interface Heading {
  id: string
  text: string
}

/** Blocks, with headings below the third level. */
export function markdown(text: string): Html {
  return rawHtml(marked.parse(text, { async: false }).replace(/<(\/?)h[1-6]>/g, '<$1h4>'))
}

/** One line. */
export function inlineMarkdown(text: string): Html {
  return rawHtml(marked.parseInline(text, { async: false }))
}

/** A text with headings as sections that can be linked to. A paragraph's bold beginning is a heading, too. Code can be copied. */
export function sections(text: string): { html: Html; headings: Heading[] } {
  const headings: Heading[] = []
  const withIds = marked
    .parse(text, { async: false })
    .replace(/<p><strong>([^<]*?)[.:]?<\/strong>,? ?/g, '<h2>$1</h2>\n<p>')
    .replace(/<h[1-6]>(.*?)<\/h[1-6]>/g, (_, title: string) => {
      const plain = title.replace(/<[^>]*>/g, '')
      const id = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-')
      headings.push({ id, text: plain })
      return `<h2 id="${id}">${title}</h2>`
    })
    .replaceAll('<pre>', '<div class="snippet"><button type="button" class="copy">Copy</button><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
  return { html: rawHtml(withIds), headings }
}

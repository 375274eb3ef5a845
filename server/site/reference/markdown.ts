/** Turns the Markdown of the contract's descriptions into HTML. */
import { type Html, rawHtml } from '@monitoring-service/contract/html'
import { Marked } from 'marked'
import { highlight } from './highlight.ts'

const marked = new Marked({
  renderer: { code: ({ text, lang }) => `<pre><code>${highlight(text, lang).html}</code></pre>\n` },
})

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

/**
 * A text with headings as sections that can be linked to, each in a block of its own. A paragraph's bold beginning is a
 * heading, too. Code can be copied.
 */
export function sections(text: string): { html: Html; headings: Heading[] } {
  const headings: Heading[] = []
  const withIds = marked
    .parse(text, { async: false })
    .replace(/<p><strong>([^<]*?)[.:]?<\/strong>,? ?/g, '<h2>$1</h2>\n<p>')
    .replace(/<h[1-6]>(.*?)<\/h[1-6]>/g, (_, title: string) => {
      const plain = title.replace(/<[^>]*>/g, '')
      const id = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-')
      headings.push({ id, text: plain })
      return `</div>\n<div><h2 id="${id}">${title}</h2>`
    })
  return { html: rawHtml(`<div>${copyable(withIds)}</div>`.replace('<div></div>\n', '')), headings }
}

/**
 * A Markdown file of the repository as a chapter of the page. A link to another file leads to the heading of its name, if the
 * page has one; the others, which only the repository has, become text.
 */
export function chapter(text: string, ids: string[]): Html {
  const parsed = marked
    .parse(text, { async: false })
    // Commands of this project are for readers of the file, not of a page that a server shows.
    .replace(/<p><code>npm run [\s\S]*?<\/p>\n/g, '')
    .replace(/<(\/?)h([12])>/g, (_, slash, level) => `<${slash}h${Number(level) + 1}>`)
    .replace(/<a href="(?!#|https?:)([^"]*)">(.*?)<\/a>/g, (_, path: string, title: string) => {
      const id = path.replace(/^.*\/|\.md$/g, '')
      return ids.includes(id) ? `<a href="#${id}">${title}</a>` : title
    })
  return rawHtml(copyable(parsed))
}

function copyable(parsed: string): string {
  return parsed
    .replaceAll('<pre>', '<div class="snippet"><button type="button" class="copy">Copy</button><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
}

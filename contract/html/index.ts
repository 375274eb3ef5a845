/** HTML for every page of this project: a template that escapes text, and the one page layout. */

export { baseStyle } from './base-style.ts'

export interface Html {
  readonly html: string
}

/** A template. Its values are escaped, unless they are HTML from this template; `false` and `undefined` are left out. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | false | undefined | Html | Html[])[]
): Html {
  const toText = (value: (typeof values)[number]) => {
    if (value === undefined || value === false) return ''
    return typeof value === 'object'
      ? [value]
          .flat()
          .map((part) => part.html)
          .join('')
      : escapeHtml(String(value))
  }
  return { html: String.raw({ raw: parts }, ...values.map(toText)) }
}

/** Markup or a stylesheet that is inserted verbatim. Never pass text that comes from outside. */
export function rawHtml(markup: string): Html {
  return { html: markup }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

export interface Page {
  title: string
  /** For search engines. */
  description?: string | undefined
  /** Icon, stylesheets and scripts. */
  head: Html
  body: Html
}

/** A complete HTML document. */
export function renderPage({ title, description, head, body }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>${
    description &&
    html`
<meta name="description" content="${description}">`
  }
${head}
</head>
<body>
${body}
</body>
</html>
`
  return page.html
}

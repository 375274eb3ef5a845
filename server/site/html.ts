/** Writes HTML so that no text can become markup. */

export interface Html {
  readonly html: string
}

/** A template whose values are text, unless they are HTML by this template. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const insert = (value: (typeof values)[number]) =>
    typeof value === 'object' ? [value].flat().map((part) => part.html) : [escapeText(String(value))]
  return { html: String.raw({ raw: parts }, ...values.map((value) => insert(value).join(''))) }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')
}

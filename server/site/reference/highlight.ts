/** Colours code when a page is rendered, so that no script need do it in the browser. */
import { escapeHtml, type Html, rawHtml } from '@monitoring-service/contract/html'
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'

const languages = { bash, go, javascript, json, python }

export type Language = keyof typeof languages

for (const [name, grammar] of Object.entries(languages)) highlighter.registerLanguage(name, grammar)

/** @param language as Markdown names it; code in another one has no colours. */
export function highlight(code: string, language = ''): Html {
  if (!highlighter.getLanguage(language)) return rawHtml(escapeHtml(code))
  // Punctuation has the colour of the text: half of all elements in JSON.
  const punctuation = /<span class="hljs-punctuation">([^<]*)<\/span>/g
  return rawHtml(highlighter.highlight(code, { language }).value.replace(punctuation, '$1'))
}

/** The result as one page without network: the document's sentences by verdict, then each check with its steps. */

import { type Level, levels, type Outcome } from '../assess/verdict.ts'
import { style } from './html-style.ts'
import type { CheckResult, RequirementResult, Result } from './result.ts'
import {
  failedOf,
  failingFindings,
  failuresOf,
  formatFinding,
  formatVerdict,
  groupFindings,
  partsOf,
} from './summaries.ts'

const headings: [section: string, title: string][] = [
  ['0', 'Payloads'],
  ['1', 'What the service does'],
  ['2', 'Resources'],
  ['3', 'States and transitions'],
  ['4.1', 'POST /auth/signup'],
  ['4.2', 'POST /auth/login'],
  ['4.3', 'PUT /api/v1/incidents/{id}/resolve'],
  ['4.4', 'DELETE /api/v1/incidents/{id}'],
  ['4.5', 'POST /dashboard/account/delete'],
  ['4.6', 'GET /admin/deletion-requests'],
  ['4.7', 'DELETE /api/v1/services/{id}/stats'],
  ['4.8', 'DELETE /api/v1/monitors/{id}/stats'],
  ['5', 'Authentication'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
]

export function renderHtml(result: Result): string {
  const { target, level, checks, verdict, started, milliseconds, conditions, kit } = result
  const name = safe(target.name ?? target.url)
  const other = level === 'documented' ? 'profile' : 'documented'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: ${safe(formatVerdict(result))}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kit">${safe(kit.name)} ${safe(kit.version)}</p>
<h1>${name} is <strong class="${verdict[level].replaceAll(' ', '-')}">${safe(formatVerdict(result))}</strong></h1>
<p>${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s on <time datetime="${started}">${started.slice(0, 16).replace('T', ', ')} UTC</time>.
The level <b>${level}</b> decides; at the level <b>${other}</b> the verdict is: ${safe(verdict[other])}.
Of the ${conditions.stated.length} conditions of part 7, ${conditions.seen.length} were seen.</p>
${details({ url: target.url, version: target.version, contact: target.contact })}
</header>
<main>
${renderMatrix(result)}
${renderFailures(result)}
<section><h2>The document, sentence by sentence</h2>
<table class="sentences"><thead><tr><th>§</th><th>Sentence</th>${levels.map((one) => `<th>${one}</th>`).join('')}<th>Checks</th></tr></thead>
${headings.map((heading) => renderSection(heading, result)).join('')}
</table></section>
<section><h2>All checks</h2>
${partsOf(result)
  .map(
    ({ part, checks }) => `<h3>${safe(part)}</h3>${checks.map((check) => renderCheck(check, result, false)).join('')}`,
  )
  .join('')}
</section>
</main>
</body>
</html>
`
}

/** What several checks found alike, once; then each check that found anything else, and those whose failure is known. */
function renderFailures(result: Result): string {
  const { failed, known } = failedOf(result)
  if (failed.length + known.length === 0) return ''
  const { shared, single } = groupFindings(failed, (check) => failingFindings(check, result).map(formatFinding))
  const link = ({ id }: CheckResult) => `<a href="#${id}">${id}</a>`
  const alike = shared.map(
    ({ text, checks }) =>
      `<li><b>${checks.length} checks</b>: ${safe(text)} <small>${checks.map(link).join(' ')}</small></li>`,
  )
  const forgiven = known.map(
    (check) => `<li>${link(check)} ${safe(check.title)} Known: ${safe(check.known ?? '')}</li>`,
  )
  return `<section><h2>What failed</h2>
<ul class="alike">${[...alike, ...forgiven].join('')}</ul>
${single.map(({ check }) => renderCheck(check, result, true)).join('')}</section>`
}

function details(facts: { [name: string]: string | undefined }): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return `<dl>${known.map(([fact, value]) => `<dt>${fact}</dt><dd>${safe(value ?? '')}</dd>`).join('')}</dl>`
}

/** A row for each section, a mark for each of its sentences. */
function renderMatrix(result: Result): string {
  const rows = headings.map(([section, title]) => {
    const marks = sentencesOf(section, result).map(
      ({ id, text, outcome }) =>
        `<a class="mark ${outcome[result.level]}" href="#s${id}" title="§${id} ${safe(text)} (${outcome[result.level]})"></a>`,
    )
    return `<tr><td>${section === '0' ? '' : section}</td><td>${safe(title)}</td><td>${marks.join('')}</td></tr>`
  })
  const used = [...new Set(result.sentences.map(({ outcome }) => outcome[result.level]))]
  const legend = used.map((outcome) => `<span><i class="mark ${outcome}"></i>${outcome}</span>`).join(' ')
  return `<section><table class="matrix">${rows.join('')}</table><p class="legend">${legend}</p></section>`
}

function sentencesOf(section: string, { sentences }: Result): RequirementResult[] {
  return sentences.filter((sentence) => sentence.section === section || sentence.section.split('.')[0] === section)
}

function renderSection([section, title]: [string, string], result: Result): string {
  const own = sentencesOf(section, result)
  return `<tbody><tr class="section">${section === '0' ? '<td></td>' : `<th>${section}</th>`}<th colspan="4">${safe(title)}</th></tr>${own.map(renderSentence).join('')}</tbody>`
}

function renderSentence({ id, text, outcome, checks, needs }: RequirementResult): string {
  const links = checks.map((check) => `<a href="#${check}">${check}</a>`).join(' ')
  const told = needs ? `<span class="needs">would need ${safe(needs)}</span>` : links
  return `<tr id="s${id}"><td>${id}</td><td>${safe(text)}</td>${levels.map((level) => cell(outcome[level])).join('')}<td>${told}</td></tr>`
}

function cell(outcome: Outcome): string {
  return `<td class="outcome ${outcome}">${outcome}</td>`
}

function renderCheck(check: CheckResult, result: Result, isOpen: boolean): string {
  const { id, title, cites, outcome, given, steps, findings, reason } = check
  const mark = (level: Level) =>
    `<span class="outcome ${outcome[level]}"><small>${level}</small> ${outcome[level]}</span>`
  const failures = failuresOf(check, result)
  const last = Math.max(...findings.map(({ step = steps.length - 1 }) => step))
  // Where something failed, what came long before and what came after only distract.
  const isNear = (index: number) => !isOpen || (index <= last && index > last - 4)
  const shown = steps.map(({ curl, response, milliseconds }, index) => {
    if (!isNear(index)) return ''
    const found = findings.filter(({ step }) => step === index)
    const body = response.body === '' ? '' : `<pre class="answer">${safe(pretty(response.body))}</pre>`
    return `<li value="${index + 1}"><pre>${safe(curl)}</pre><p class="status">${response.status} after ${milliseconds} ms</p>${body}${found
      .map(
        ({ expected, seen, provenance }) =>
          `<dl class="finding ${provenance}"><dt>expected</dt><dd>${safe(expected)} <i>${provenance}</i></dd><dt>seen</dt><dd>${safe(seen)}</dd></dl>`,
      )
      .join('')}</li>`
  })
  return `<details${isOpen ? ' open' : ` id="${id}"`}><summary>${levels.map(mark).join('')}<b>${id}</b> ${safe(title)} <small>§${cites.join(' §')}</small></summary>
${reason ? `<p class="reason">${safe(reason)}</p>` : ''}${isOpen ? `<ul class="failures">${failures.map((text) => `<li>${safe(text)}</li>`).join('')}</ul>` : ''}
${given.length > 0 ? `<p class="given">Given ${safe(given.join('; '))}</p>` : ''}<ol>${shown.join('')}</ol></details>`
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function safe(raw: string): string {
  return raw.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}

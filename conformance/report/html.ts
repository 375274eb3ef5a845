/** The result as one self-contained HTML page: the requirements by verdict, then each check with its steps. */

import { escapeHtml } from '@monitoring-service/contract/html'
import { type Level, levels, type Outcome } from '../assess/verdict.ts'
import { style } from './html-style.ts'
import type { CheckResult, RequirementResult, Result } from './result.ts'
import { failedOf, failuresOf, formatVerdict, groupFailures, partsOf } from './summaries.ts'

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
  const name = escapeHtml(target.name ?? target.url)
  const other = level === 'documented' ? 'profile' : 'documented'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: ${escapeHtml(formatVerdict(result))}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kit">${escapeHtml(kit.name)} ${escapeHtml(kit.version)}</p>
<h1>${name} is <strong class="${verdict[level].replaceAll(' ', '-')}">${escapeHtml(formatVerdict(result))}</strong></h1>
<p>${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s on <time datetime="${started}">${started.slice(0, 16).replace('T', ', ')} UTC</time>.
The level <b>${level}</b> decides; at the level <b>${other}</b> the verdict is: ${escapeHtml(verdict[other])}.
Of the ${conditions.stated.length} conditions of part 7, ${conditions.seen.length} were seen.</p>
${details({ url: target.url, version: target.version, contact: target.contact })}
</header>
<main>
${renderMatrix(result)}
${renderFailures(result)}
<section><h2>Requirements of the document</h2>
<table class="requirements"><thead><tr><th>§</th><th>Requirement</th>${levels.map((one) => `<th>${one}</th>`).join('')}<th>Checks</th></tr></thead>
${headings.map((heading) => renderSection(heading, result)).join('')}
</table></section>
<section><h2>All checks</h2>
${partsOf(result)
  .map(
    ({ part, checks }) =>
      `<h3>${escapeHtml(part)}</h3>${checks.map((check) => renderCheck(check, result, false)).join('')}`,
  )
  .join('')}
</section>
</main>
</body>
</html>
`
}

/** Common findings and known failures, then each check with other findings. */
function renderFailures(result: Result): string {
  const { failed, known } = failedOf(result)
  if (failed.length + known.length === 0) return ''
  const { shared, single } = groupFailures(result)
  const link = ({ id }: CheckResult) => `<a href="#${id}">${id}</a>`
  const common = shared.map(
    ({ text, checks }) =>
      `<li><b>${checks.length} checks</b>: ${escapeHtml(text)} <small>${checks.map(link).join(' ')}</small></li>`,
  )
  const knownFailures = known.map(
    (check) => `<li>${link(check)} ${escapeHtml(check.title)} Known: ${escapeHtml(check.known ?? '')}</li>`,
  )
  return `<section><h2>What failed</h2>
<ul class="common">${[...common, ...knownFailures].join('')}</ul>
${single.map(({ check }) => renderCheck(check, result, true)).join('')}</section>`
}

function details(facts: { [name: string]: string | undefined }): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return `<dl>${known.map(([fact, value]) => `<dt>${fact}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>`
}

/** A row for each section, with a mark for each requirement. */
function renderMatrix(result: Result): string {
  const rows = headings.map(([section, title]) => {
    const marks = requirementsOf(section, result).map(
      ({ id, text, outcome }) =>
        `<a class="mark ${outcome[result.level]}" href="#s${id}" title="§${id} ${escapeHtml(text)} (${outcome[result.level]})"></a>`,
    )
    return `<tr><td>${section === '0' ? '' : section}</td><td>${escapeHtml(title)}</td><td>${marks.join('')}</td></tr>`
  })
  const used = [...new Set(result.sentences.map(({ outcome }) => outcome[result.level]))]
  const legend = used.map((outcome) => `<span><i class="mark ${outcome}"></i>${outcome}</span>`).join(' ')
  return `<section><table class="matrix">${rows.join('')}</table><p class="legend">${legend}</p></section>`
}

function requirementsOf(section: string, { sentences }: Result): RequirementResult[] {
  return sentences.filter((requirement) => [requirement.section, requirement.section.split('.')[0]].includes(section))
}

function renderSection([section, title]: [string, string], result: Result): string {
  const own = requirementsOf(section, result)
  return `<tbody><tr class="section">${section === '0' ? '<td></td>' : `<th>${section}</th>`}<th colspan="4">${escapeHtml(title)}</th></tr>${own.map(renderRequirement).join('')}</tbody>`
}

function renderRequirement({ id, text, outcome, checks, needs }: RequirementResult): string {
  const links = checks.map((check) => `<a href="#${check}">${check}</a>`).join(' ')
  const verification = needs ? `<span class="needs">would need ${escapeHtml(needs)}</span>` : links
  return `<tr id="s${id}"><td>${id}</td><td>${escapeHtml(text)}</td>${levels.map((level) => cell(outcome[level])).join('')}<td>${verification}</td></tr>`
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
  // Of a failed check, only the steps before its last finding are shown.
  const isShown = (index: number) => !isOpen || (index <= last && index > last - 4)
  const shown = steps.map(({ curl, response, milliseconds }, index) => {
    if (!isShown(index)) return ''
    const found = findings.filter(({ step }) => step === index)
    const body = response.body === '' ? '' : `<pre class="response">${escapeHtml(pretty(response.body))}</pre>`
    return `<li value="${index + 1}"><pre>${escapeHtml(curl)}</pre><p class="status">${response.status} after ${milliseconds} ms</p>${body}${found
      .map(
        ({ expected, seen, provenance }) =>
          `<dl class="finding ${provenance}"><dt>expected</dt><dd>${escapeHtml(expected)} <i>${provenance}</i></dd><dt>seen</dt><dd>${escapeHtml(seen)}</dd></dl>`,
      )
      .join('')}</li>`
  })
  return `<details${isOpen ? ' open' : ` id="${id}"`}><summary>${levels.map(mark).join('')}<b>${id}</b> ${escapeHtml(title)} <small>§${cites.join(' §')}</small></summary>
${reason ? `<p class="reason">${escapeHtml(reason)}</p>` : ''}${isOpen ? `<ul class="failures">${failures.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>` : ''}
${given.length > 0 ? `<p class="given">Given ${escapeHtml(given.join('; '))}</p>` : ''}<ol>${shown.join('')}</ol></details>`
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

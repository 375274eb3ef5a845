/** The result as one self-contained HTML page: the requirements by verdict, then each check with its steps. */
import { baseStyle, type Html, html, rawHtml, renderPage } from '@monitoring-service/contract/html'
import { count } from '../verdict/count.ts'
import { levels } from '../verdict/verdict.ts'
import { anchorOf, listSections, renderDocument } from './document.ts'
import { style } from './html-style.ts'
import type { CheckResult, FindingResult, RequirementResult, Result, StepResult } from './result.ts'
import { formatHookLine, selectSteps } from './shown-steps.ts'
import {
  columns,
  failedOf,
  failuresOf,
  formatCounts,
  formatGiven,
  formatVerdict,
  groupFailures,
  othersOf,
  partsOf,
} from './summaries.ts'

export function renderHtml(result: Result): string {
  const { target, level, checks, verdict, started, milliseconds, conditions, kit } = result
  const name = target.name ?? target.url
  // A check is shown with its steps once; those that failed are shown at the top.
  const above = new Set(groupFailures(result).single.map(({ check }) => check.id))
  const parts = partsOf(result).map(
    ({ part, checks }) =>
      html`<h3>${part}</h3>${checks.map((check) => (above.has(check.id) ? renderPointer(check, result) : renderCheck(check, result, false)))}`,
  )
  const headings = headingsOf(result)
  const body = html`<header>
<p class="kit">${kit.name} ${kit.version}</p>
<h1>${name} is <strong class="${verdict[level].replaceAll(' ', '-')}">${formatVerdict(result)}</strong></h1>
<p>${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s on <time datetime="${started}">${started.slice(0, 16).replace('T', ', ')} UTC</time>.
The level <b>${level}</b> decides; ${othersOf(result).map((other) => html`at the level <b>${other}</b> the verdict is: ${verdict[other]}; `)}${formatCounts(result)}.
Of the ${conditions.stated.length} conditions of part 7, ${conditions.seen.length} were seen.</p>
${renderDetails({ url: target.url, version: target.version, contact: target.contact })}
</header>
<main>
${renderMatrix(headings, result)}
${renderFailures(result)}
<section><h2>Requirements of the document</h2>
<table class="requirements"><thead><tr><th>§</th><th>Requirement</th>${levels.map((one) => html`<th>${one}</th>`)}<th>Checks</th></tr></thead>
${headings.map((heading) => renderSection(heading, result))}
</table></section>
<section class="checks"><h2>All checks</h2>
${renderFilter(result)}
${parts}
</section>
${renderDocument()}
</main>`
  const head = html`<style>${rawHtml(baseStyle + style)}</style>`
  return renderPage({ title: `${name}: ${formatVerdict(result)}`, head, body })
}

/** Common findings, known failures and outdated entries of the baseline, then each check with other findings. */
function renderFailures(result: Result): Html | undefined {
  const { failed, known } = failedOf(result)
  const { stale = [] } = result
  if (failed.length + known.length + stale.length === 0) return undefined
  const { shared, single } = groupFailures(result)
  const common = shared.map(
    ({ text, checks }) =>
      html`<li><b>${checks.length} checks</b>: ${text} <small>${renderLinks(checks.map(({ id }) => id))}</small></li>`,
  )
  const knownFailures = known.map(
    ({ id, title, known }) => html`<li>${renderLinks([id])} ${title} Known: ${known}</li>`,
  )
  const outdated = stale.map((text) => html`<li>Baseline: ${text}</li>`)
  return html`<section><h2>What failed</h2>
<ul class="common">${[...common, ...knownFailures, ...outdated]}</ul>
${single.map(({ check }) => renderCheck(check, result, true))}</section>`
}

/** Shows the checks of one outcome only; works without a script. */
function renderFilter(result: Result): Html {
  const used = columns.filter((outcome) => result.checks.some((check) => check.outcome[result.level] === outcome))
  const choices = ['all', ...used].map(
    (outcome) =>
      html`<label><input type="radio" name="show" id="show-${outcome}"${outcome === 'all' && html` checked`}>${outcome}</label> `,
  )
  return html`<fieldset class="filter"><legend>Show</legend>${choices}</fieldset>`
}

function renderLinks(ids: string[]): Html[] {
  return ids.map((id, index) => html`${index > 0 && ' '}<a href="#${id}">${id}</a>`)
}

function renderDetails(facts: { [name: string]: string | undefined }): Html {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return html`<dl>${known.map(([fact, value]) => html`<dt>${fact}</dt><dd>${value}</dd>`)}</dl>`
}

/** The sections of the document that have requirements: those of part 4, and the other parts as a whole. */
function headingsOf({ sentences }: Result): [section: string, title: string][] {
  const titles = new Map(listSections().map(({ number, title }) => [number, title]))
  const partOf = (section: string) => (section.startsWith('4.') ? section : (section.split('.')[0] ?? section))
  const sections = new Set(sentences.map(({ section }) => partOf(section)))
  return [...sections].map((section) => [section, section === '0' ? 'Payloads' : (titles.get(section) ?? '')])
}

/** A row for each section, with a mark for each requirement. */
function renderMatrix(headings: [string, string][], result: Result): Html {
  const rows = headings.map(([section, title]) => {
    const marks = requirementsOf(section, result).map(
      ({ id, text, outcome }) =>
        html`<a class="mark ${outcome[result.level]}" href="#s${id}" title="§${id} ${text} (${outcome[result.level]})"></a>`,
    )
    return html`<tr><td>${section === '0' ? '' : section}</td><td>${title}</td><td>${marks}</td></tr>`
  })
  const used = [...new Set(result.sentences.map(({ outcome }) => outcome[result.level]))]
  const legend = used.map((outcome) => html`<span><i class="mark ${outcome}"></i>${outcome}</span> `)
  return html`<section><table class="matrix">${rows}</table><p class="legend">${legend}</p></section>`
}

function requirementsOf(section: string, { sentences }: Result): RequirementResult[] {
  return sentences.filter((requirement) => [requirement.section, requirement.section.split('.')[0]].includes(section))
}

function renderSection([section, title]: [string, string], result: Result): Html {
  const number = section === '0' ? html`<td></td>` : html`<th>${section}</th>`
  const rows = requirementsOf(section, result).map(renderRequirement)
  return html`<tbody><tr class="section">${number}<th colspan="4">${title}</th></tr>${rows}</tbody>`
}

function renderRequirement({ id, section, text, outcome, checks, needs }: RequirementResult): Html {
  const verification = needs ? html`<span class="needs">would need ${needs}</span>` : renderLinks(checks)
  const cells = levels.map((level) => html`<td class="outcome ${outcome[level]}">${outcome[level]}</td>`)
  return html`<tr id="s${id}"><td><a href="#${anchorOf(section)}">${id}</a></td><td>${text}</td>${cells}<td>${verification}</td></tr>`
}

function renderCheck(check: CheckResult, result: Result, isOpen: boolean): Html {
  const { id, outcome, reason } = check
  const given = formatGiven({ given: check.given.map(formatHookLine) })
  const failures = failuresOf(check, result).map((text) => html`<li>${text}</li>`)
  return html`<details${isOpen && html` open`} id="${id}" class="of-${outcome[result.level]}"><summary>${renderTitle(check)}</summary>
${reason !== undefined && html`<p class="reason">${reason}</p>`}${failures.length > 0 && html`<ul class="failures">${failures}</ul>`}
${given.length > 0 && html`<p class="given">${given.join('; ')}</p>`}${renderSteps(check)}</details>`
}

/** The steps that explain the findings; those between them can be unfolded. */
function renderSteps(check: CheckResult): Html {
  const { steps, findings } = check
  const shown = selectSteps(check, findings)
  const last = shown.at(-1)?.step.number ?? 0
  const after = steps.filter(({ number }) => number > last)
  const isAll = findings.length === 0
  return html`<ol>${shown.map(({ step, hidden }) => html`${renderHidden(hidden)}${renderStep(step, findings)}`)}${isAll ? after.map((step) => renderStep(step, [])) : renderHidden(after)}</ol>`
}

function renderHidden(steps: StepResult[]): Html | undefined {
  if (steps.length === 0) return undefined
  return html`<li class="hidden"><details><summary>${count(steps.length, 'more step')}</summary><ol>${steps.map((step) => renderStep(step, []))}</ol></details></li>`
}

/** In the list of all checks, in place of one that is shown at the top. */
function renderPointer(check: CheckResult, { level }: Result): Html {
  return html`<p class="of-${check.outcome[level]}">${renderTitle(check)} <a href="#${check.id}">steps</a></p>`
}

function renderTitle({ id, title, cites, outcome }: CheckResult): Html {
  const marks = levels.map(
    (level) => html`<span class="outcome ${outcome[level]}"><small>${level}</small> ${outcome[level]}</span>`,
  )
  return html`${marks}<b>${id}</b> ${title} <small>§${cites.join(' §')}</small>`
}

function renderStep({ number, curl, response, milliseconds }: StepResult, findings: FindingResult[]): Html {
  const found = findings.filter(({ step }) => step === number - 1)
  return html`<li value="${number}"><pre>${curl}</pre><p class="status">${response.status} after ${milliseconds} ms</p>${
    response.body !== '' && html`<pre class="response">${indentJson(response.body)}</pre>`
  }${found.map(
    ({ expected, seen, provenance, notes = [] }) =>
      html`<dl class="finding ${provenance}"><dt>expected</dt><dd>${expected} <i>${provenance}</i></dd><dt>seen</dt><dd>${seen}</dd>${notes.length > 0 && html`<dt>${notes.length > 1 ? 'notes' : 'note'}</dt>`}${notes.map((note) => html`<dd>${note}</dd>`)}</dl>`,
  )}</li>`
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The result as one self-contained HTML page: the requirements by verdict, then each check with its steps. */
import { baseStyle, type Html, html, rawHtml, renderPage } from '@monitoring-service/contract/html'
import { count } from '../verdict/count.ts'
import { levels } from '../verdict/verdict.ts'
import { anchorOf, listSections, renderDocument } from './document.ts'
import { style } from './html-style.ts'
import type { CheckResult, RequirementResult, Result, StepResult } from './result.ts'
import { selectSteps } from './steps.ts'
import {
  formatCounts,
  formatFailures,
  formatGiven,
  formatNotes,
  formatRemarks,
  formatStatus,
  formatVerdict,
} from './text.ts'
import { columns, type View, viewOf } from './view.ts'
import { wordsOf } from './words.ts'

export function renderHtml(result: Result): string {
  const { target, level, checks, verdict, started, milliseconds, conditions, kit } = result
  const name = target.name ?? target.url
  const view = viewOf(result)
  // A check is shown with its steps once; those that failed are shown at the top.
  const above = new Set(view.groups.failure.map(({ example }) => example))
  const parts = view.parts.map(
    ({ part, checks }) =>
      html`<h3>${part}</h3>${checks.map((check) => (above.has(check) ? renderPointer(check, result) : renderCheck(check, result, false)))}`,
  )
  const others = levels.filter((one) => one !== level)
  const headings = headingsOf(result)
  const body = html`<header>
<p class="kit">${kit.name} ${kit.version}</p>
<h1>${name} is <strong class="${verdict[level].replaceAll(' ', '-')}">${formatVerdict(result)}</strong></h1>
<p>${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s on <time datetime="${started}">${started.slice(0, 16).replace('T', ', ')} UTC</time>.
The level <b>${level}</b> decides; ${others.map((other) => html`at the level <b>${other}</b> the verdict is: ${verdict[other]}; `)}${formatCounts(view)}.
Of the ${conditions.stated.length} conditions of part 7, ${conditions.seen.length} were seen.</p>
${formatRemarks(result).map((remark) => html`<p>${remark}</p>`)}
${renderDetails({ url: target.url, version: target.version, contact: target.contact })}
</header>
<main>
${renderMatrix(headings, result)}
${renderFailures(view, result)}
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

/** Known failures and outdated entries of the baseline, then an example of each group of findings. */
function renderFailures({ groups, known }: View, result: Result): Html | undefined {
  const { stale = [] } = result
  if (groups.failure.length + known.length + stale.length === 0) return undefined
  const knownFailures = known.map(
    ({ text, checks }) => html`<li>${renderLinks(checks.map(({ id }) => id))} Known: ${text}</li>`,
  )
  const outdated = stale.map((text) => html`<li>Baseline: ${text}</li>`)
  const examples = new Set(groups.failure.map(({ example }) => example))
  const failures = [...examples].map((example) => {
    const own = groups.failure.filter((group) => group.example === example).flatMap(({ checks }) => checks)
    const others = new Set(own.filter((check) => check !== example).map(({ id }) => id))
    const same = others.size > 0 && html`<p class="common">The same in ${renderLinks([...others])}</p>`
    return html`${renderCheck(example, result, true)}${same}`
  })
  return html`<section><h2>What failed</h2>
<ul class="common">${[...knownFailures, ...outdated]}</ul>
${failures}</section>`
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
  const given = formatGiven(check.given)
  const failures = formatFailures(check, result).map((text) => html`<li>${text}</li>`)
  return html`<details${isOpen && html` open`} id="${id}" class="of-${outcome[result.level]}"><summary>${renderTitle(check)}</summary>
${reason !== undefined && html`<p class="reason">${reason}</p>`}${failures.length > 0 && html`<ul class="failures">${failures}</ul>`}
${given.length > 0 && html`<p class="given">${given.join('; ')}</p>`}${renderSteps(check)}</details>`
}

/** The steps that explain the findings, or all if there are none; the others can be unfolded. */
function renderSteps(check: CheckResult): Html {
  const { steps, findings } = check
  const shown = new Set(selectSteps(check, findings).map(({ step }) => step.number))
  const isShown = ({ number }: StepResult) => findings.length === 0 || shown.has(number)
  const runs: StepResult[][] = []
  for (const step of steps) {
    const last = runs.at(-1)?.[0]
    if (last && isShown(last) === isShown(step)) runs.at(-1)?.push(step)
    else runs.push([step])
  }
  const items = runs.flatMap((run) => {
    const rendered = run.map((step) => renderStep(step, check))
    return run.some(isShown)
      ? rendered
      : html`<li class="hidden"><details><summary>${count(run.length, 'more step')}</summary><ol>${rendered}</ol></details></li>`
  })
  return html`<ol>${items}</ol>`
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

function renderStep(step: StepResult, check: CheckResult): Html {
  const { number, curl, response, milliseconds } = step
  const found = check.findings
    .filter((finding) => finding.step === number - 1)
    .map((finding) => {
      const { expected, seen } = wordsOf(finding)
      const notes = formatNotes([finding], check).map((note) => html`<dd>${note}</dd>`)
      return html`<dl class="finding ${finding.basis}"><dt>expected</dt><dd>${expected} <i>${finding.basis}</i></dd><dt>seen</dt><dd>${seen}</dd>${notes.length > 0 && html`<dt>notes</dt>`}${notes}</dl>`
    })
  const body = response.body !== '' && html`<pre class="response">${indentJson(response.body)}</pre>`
  return html`<li value="${number}"><pre>${curl}</pre><p class="status">${formatStatus(step)}, after ${milliseconds} ms</p>${body}${found}</li>`
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

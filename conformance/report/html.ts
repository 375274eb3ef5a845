/** The result as one self-contained HTML page: the requirements by verdict, then each check with its steps. */
import { baseStyle, type Html, html, rawHtml, renderPage } from '@monitoring-service/contract/html'
import { levels } from '../verdict/verdict.ts'
import { renderBlock } from './block.ts'
import { style } from './html-style.ts'
import type { CheckResult, RequirementResult, Result } from './result.ts'
import {
  formatCommonCause,
  formatCounts,
  formatGiven,
  formatRemarks,
  formatSteps,
  formatVerdict,
  sectionsOf,
} from './text.ts'
import { columns, type Group, viewOf } from './view.ts'

export function renderHtml(result: Result): string {
  const { target, level, checks, verdict, started, milliseconds, conditions, kit, stale = [] } = result
  const name = target.name ?? target.url
  const about = [target.name && target.url, target.version, target.contact].filter(Boolean).join(', ')
  const view = viewOf(result)
  const { failure } = view.groups
  const examples = new Set(failure.map(({ example }) => example))
  const others = levels.filter((one) => one !== level)
  const body = html`<header>
<p class="kit">${kit.name} ${kit.version}</p>
<h1>${name} is <strong class="${verdict[level].replaceAll(' ', '-')}">${formatVerdict(result)}</strong></h1>
<p>${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s on <time datetime="${started}">${started.slice(0, 16).replace('T', ', ')} UTC</time>.
The level <b>${level}</b> decides; ${others.map((other) => html`at the level <b>${other}</b> the verdict is: ${verdict[other]}; `)}${formatCounts(view)}.
Of the ${conditions.stated.length} conditions of part 7, ${conditions.seen.length} were seen.</p>
${[...formatCommonCause(view, result), ...formatRemarks(result)].map((remark) => html`<p>${remark}</p>`)}
${about && html`<p>${about}</p>`}
</header>
<main>
${failure.length > 0 && html`<section><h2>What failed</h2>${failure.map((group) => renderFailure(group, result))}</section>`}
${sectionsOf(view).map(([title, reasons]) =>
  renderList(
    title,
    reasons.map(({ text, checks }) => html`${text}: ${renderLinks(checks.map(({ id }) => id))}`),
  ),
)}
${renderList(
  'Outdated known failures',
  stale.map((text) => html`${text}`),
)}
<section><h2>Requirements of the document</h2>
<table class="requirements"><thead><tr><th>§</th><th>Requirement</th>${levels.map((one) => html`<th>${one}</th>`)}<th>Checks</th></tr></thead>
<tbody>${result.requirements.map(renderRequirement)}</tbody></table></section>
<section class="checks"><h2>All checks</h2>
${renderFilter(result)}
${view.parts.map(({ part, checks }) => html`<h3>${part}</h3>${checks.map((check) => renderCheck(check, result, examples.has(check)))}`)}
</section>
</main>`
  const head = html`<style>${rawHtml(baseStyle + style)}</style>`
  return renderPage({ title: `${name}: ${formatVerdict(result)}`, head, body })
}

function renderFailure(group: Group, result: Result): Html {
  const ids = group.checks.map(({ id }) => id)
  return html`<pre>${renderBlock(group, { result })}</pre><p class="common">${renderLinks(ids)}</p>`
}

function renderList(title: string, items: Html[]): Html {
  if (items.length === 0) return html``
  return html`<section><h2>${title}</h2><ul class="common">${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
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

function renderRequirement({ id, text, outcome, checks, needs }: RequirementResult): Html {
  const verification = needs ? html`<span class="needs">would need ${needs}</span>` : renderLinks(checks)
  const cells = levels.map((level) => html`<td class="outcome ${outcome[level]}">${outcome[level]}</td>`)
  return html`<tr id="s${id}"><td>${id}</td><td>${text}</td>${cells}<td>${verification}</td></tr>`
}

function renderCheck(check: CheckResult, { level }: Result, isOpen: boolean): Html {
  const { id, outcome, given, reason = '' } = check
  const text = [reason, ...formatGiven(given), ...formatSteps(check, level)].join('\n').trim()
  return html`<details${isOpen && html` open`} id="${id}" class="of-${outcome[level]}"><summary>${renderTitle(check)}</summary>
${text !== '' && html`<pre>${text}</pre>`}</details>`
}

function renderTitle({ id, title, cites, outcome }: CheckResult): Html {
  const marks = levels.map(
    (level) => html`<span class="outcome ${outcome[level]}"><small>${level}</small> ${outcome[level]}</span>`,
  )
  return html`${marks}<b>${id}</b> ${title} <small>§${cites.join(' §')}</small>`
}

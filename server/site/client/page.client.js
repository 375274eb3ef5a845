/** Scenarios, tabs, search and requests of the API reference. */

import { copyOnClick } from './copy.client.js'
import { startSearch } from './search.client.js'
import { send } from './send.client.js'

const [bar] = document.forms
const panels = new Map([...document.querySelectorAll('.panel')].map((panel) => [panel.dataset.operation, panel]))
const scenarios = new Map((await (await fetch('scenarios.json')).json()).map((each) => [each.id, each]))
const snippets = [...document.querySelectorAll('.snippet code')].map((code) => [code, code.innerHTML])
const shownBaseUrl = 'http://localhost:3000'
const mockUrl = bar.querySelector('[data-mock]')?.value ?? 'http://localhost:4010'
const selectedOf = (panel) => scenarios.get(`${panel.dataset.operation}.${panel.elements.scenario.value}`)

function showScenario(panel) {
  const scenario = selectedOf(panel)
  const isHeldBack = scenario.isMockOnly && !isMock()
  const base = isHeldBack ? mockUrl : baseUrl()
  const find = (selector) => panel.querySelector(selector)
  for (const [language, sample] of Object.entries(scenario.samples)) {
    find(`div[data-tab=${language}] code`).innerHTML = withAddress(sample, base)
  }
  find('.note').textContent = scenario.note
  find('.method').textContent = scenario.method
  panel.elements.target.value = scenario.target
  panel.elements.body.value = scenario.body ?? ''
  // An operation that takes no body has one in the scenarios that are refused for it.
  const bodyField = panel.elements.body.parentElement
  bodyField.hidden = !('taken' in bodyField.dataset) && scenario.body === undefined
  const submit = find('[type=submit]')
  submit.disabled = isHeldBack
  submit.nextElementSibling.hidden = !isHeldBack
  showResponse(panel, 'Example response', scenario.status, '')
  find('.response samp').innerHTML = scenario.response
}

/** Puts an address into coloured code. */
function withAddress(coloured, address) {
  return coloured.replaceAll(shownBaseUrl, () => new Option(address).innerHTML)
}

/** @param kind where the response comes from. */
function showResponse(panel, kind, status, body) {
  const [label, number] = panel.querySelectorAll('.answer > *')
  label.textContent = kind
  number.textContent = status
  number.className = `of-${String(status).charAt(0)}`
  panel.querySelector('.response samp').textContent = body
}

function showTab(tab) {
  for (const element of document.querySelectorAll('[role=tab]')) {
    const isSelected = element.dataset.tab === tab
    element.setAttribute('aria-selected', isSelected)
    element.tabIndex = isSelected ? 0 : -1
  }
  for (const element of document.querySelectorAll('[role=tabpanel]')) element.hidden = element.dataset.tab !== tab
  for (const element of document.querySelectorAll('.panel .copy')) element.hidden = tab === 'send'
}

/** Shows the address of the selected server in the snippets of the introduction. */
function showSnippets() {
  for (const [code, coloured] of snippets) code.innerHTML = withAddress(coloured, baseUrl())
}

const isMock = () => 'mock' in bar.elements.server.selectedOptions[0].dataset

const baseUrl = () => new URL(bar.elements.server.value, location.origin).href.replace(/\/$/, '')

for (const panel of panels.values()) {
  panel.elements.scenario.addEventListener('change', () => {
    showScenario(panel)
    history.replaceState(null, '', `#${selectedOf(panel).id}`)
  })
  panel.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (panel.querySelector('[type=submit]').disabled) return
    const scenario = selectedOf(panel)
    const { headers, method } = scenario
    const { target, body } = panel.elements
    showResponse(panel, 'Sending', '…', '')
    try {
      const init = { method, headers, ...(body.value && { body: body.value }) }
      const response = await send(baseUrl(), target.value, scenario, init)
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
      const shown = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text
      showResponse(panel, `Response of ${baseUrl()}`, `${response.status} ${response.statusText}`, shown)
    } catch (error) {
      showResponse(panel, `No response of ${baseUrl()}`, '', error.message)
    }
  })
  const tabs = [...panel.querySelectorAll('[role=tab]')]
  for (const [index, tab] of tabs.entries()) {
    // Every panel has the same tab; the selected one keeps its place on the screen.
    const select = ({ dataset }) => {
      const top = panel.getBoundingClientRect().top
      showTab(dataset.tab)
      scrollBy({ top: panel.getBoundingClientRect().top - top, behavior: 'instant' })
    }
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const next = tabs[(index + { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[key]) % tabs.length]
      if (next) select(next)
      next?.focus()
    })
  }
}

for (const button of document.querySelectorAll('.copy')) {
  const place = button.closest('.snippet, .panel')
  copyOnClick(button, () => place.querySelector('[role=tabpanel]:not([hidden]) code, .snippet code'))
}

/** A link to a scenario selects it, in its operation. */
function follow() {
  const id = decodeURIComponent(location.hash.slice(1))
  const scenario = scenarios.get(id)
  const [operationId = ''] = id.split('.')
  const panel = panels.get(operationId)
  if (panel && scenario) {
    panel.elements.scenario.value = scenario.name
    showScenario(panel)
  }
  if (scenario) document.getElementById(operationId)?.scrollIntoView()
  for (const link of document.querySelectorAll('nav a')) {
    link.toggleAttribute('aria-current', link.hash === `#${operationId}`)
  }
}

bar.addEventListener('change', () => {
  showSnippets()
  for (const panel of panels.values()) showScenario(panel)
})
window.addEventListener('hashchange', follow)
startSearch([...scenarios.values()])
showSnippets()
for (const panel of panels.values()) showScenario(panel)
if (location.hash) follow()

const menu = document.getElementById('menu')
const openMenu = (isOpen) => menu.setAttribute('aria-expanded', isOpen)
menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') === 'false'))
document.getElementById('contents').addEventListener('click', ({ target }) => target.closest('a') && openMenu(false))
document.documentElement.dataset.ready = ''

/** Fills in the address of this page, and copies code. */
import { copyOnClick } from './copy.client.js'

const base = new URL('.', location.href).href.replace(/\/$/, '')
for (const origin of document.querySelectorAll('.origin')) origin.textContent = base

for (const button of document.querySelectorAll('figure button')) {
  copyOnClick(button, () => button.closest('figure').querySelector('code'))
}

/** The stories: what each shows after its click. */
import { expect, test } from '@playwright/test'

for (const [story, message] of [
  ['resolved', /^Resolved at 2/],
  ['already-resolved', 'This incident is resolved already and cannot be changed.'],
  ['forbidden', 'This needs write scope. Your role can only read.'],
] as const) {
  test(`the story ${story}`, async ({ page }) => {
    await page.goto(`http://127.0.0.1:6006/iframe.html?id=incident--${story}&viewMode=story`)
    await expect(page.getByRole('status')).toHaveText(message)
  })
}

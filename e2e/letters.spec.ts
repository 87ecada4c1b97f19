import { expect, test } from '@playwright/test'
import { lettersOf } from '#server/testing/letters.ts'
import { expectAccessible } from './fixtures.ts'

// as narrow as mail programs on phones
test.use({ viewport: { width: 360, height: 780 } })

// the default colour, a dark one, and two that are nearly white, which are darkened until they are readable
const accents = ['#641a5c', '#0b5d3b', '#ffe600', '#fdfdf5']

test('e-mails fit a phone, and are readable in light and dark with every accent colour', async ({ page }) => {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"/>'
  await page.route('**/logo.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body: logo }))
  for (const accent of accents)
    for (const [index, html] of lettersOf(accent, accent === '#ffe600').entries()) {
      // embedded as in the page of a mail program
      await page.setContent(html.replace(/<body[^>]*>/, '$&<main>').replace('</body>', '</main></body>'))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `letter ${index + 1} in ${accent}, ${colorScheme}`, 'body')
      }
    }
  await expect(page.getByText('See you in class!')).toBeVisible()
})

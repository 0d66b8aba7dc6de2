// Finds text on a page that no translator has seen.
import type { Page } from 'playwright-core'

/** The browser storage of a visitor with the test language, which marks all text of the catalogs. */
export const PSEUDO = { 'dropkit.language': 'pseudo' }

/** Visible and spoken texts of the page that are in no catalog, except the texts of the drop itself. */
export const textOutsideCatalogs = (page: Page, data: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(`(${FIND_TEXT})(${JSON.stringify(data)})`)

/** Runs in the page. A message with a link or a name in it consists of several texts. */
const FIND_TEXT = String.raw`(known) => {
  const found = []
  const add = (text) => {
    if (/\p{L}{2}/u.test(text) && !text.includes('⟦') && !known.includes(text.trim())) found.push(text.trim())
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent.closest('script, style, noscript, code, pre, select, textarea, bdi, [translate=no]')) continue
    if (!parent.textContent.includes('⟦') && !parent.parentElement.textContent.startsWith('⟦'))
      add(node.textContent)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (!element.closest('[translate=no]')) add(element.getAttribute(name))
  return found
}`

// Sharing a drop with other people, and saving it to a calendar.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

const TITLE = 'Tea & biscuits'

/** The content and the name of the file that a click downloads. */
async function savedBy(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

inBrowser('sharing', (world) => {
  let dropId: string
  beforeAll(async () => {
    const claimDeadline = new Date(Date.now() + 3_600_000).toISOString()
    dropId = await createDrop(world.server, { title: TITLE, shortcode: 'tea', claimDeadline })
  })

  it('offers X, Telegram, WhatsApp and email with the title and the link of the drop, on a phone', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/tea')
    await page.getByRole('button', { name: 'Share this drop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this drop' })
    await dialog.getByRole('img', { name: 'QR code of the claim page' }).waitFor()
    const url = `${world.server.url}/d/tea`
    expect(await dialog.locator('code').textContent()).toBe(url)
    const addressOf = async (name: string) =>
      new URL((await dialog.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '')
    expect((await addressOf('X')).searchParams.get('text')).toBe(TITLE)
    expect((await addressOf('Telegram')).searchParams.get('url')).toBe(url)
    expect((await addressOf('WhatsApp')).searchParams.get('text')).toBe(`${TITLE} ${url}`)
    expect((await addressOf('Email')).searchParams.get('body')).toBe(url)
    const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overhang)).toBe(0)
    await saveScreenshot(page, 'share-phone')
  })

  it('has a picture for link previews with the size that it names', async () => {
    const { page } = await world.visit()
    await page.goto('/d/tea')
    const named = (name: string) => page.locator(`meta[property="${name}"]`).first().getAttribute('content')
    const url = JSON.stringify(await named('og:image'))
    const sizes = await page.evaluate(`(async () => {
      const image = Object.assign(new Image(), { src: ${url} })
      await image.decode()
      return [String(image.naturalWidth), String(image.naturalHeight)]
    })()`)
    expect(sizes).toEqual(['1200', '630'])
    expect([await named('og:image:width'), await named('og:image:height')]).toEqual(sizes)
    expect(await named('og:image:alt')).toBe(TITLE)
  })

  it('saves the QR code, and prints a poster and nothing else', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.addInitScript('window.print = () => { window.wasPrinted = true }')
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByRole('button', { name: 'Share this drop' }).click()
    const { name, text } = await savedBy(page, 'Save QR code')
    expect(name).toBe('tea.svg')
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1"/)
    await page.getByRole('button', { name: 'Print poster' }).click()
    await page.waitForFunction('window.wasPrinted')
    await page.emulateMedia({ media: 'print' })
    const poster = page.getByText('Scan the code to claim')
    expect(await poster.isVisible()).toBe(true)
    expect(await page.getByText(TITLE).filter({ visible: true }).count()).toBe(1)
    expect(await page.locator('#root').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await poster.isVisible()).toBe(false)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await poster.waitFor({ state: 'detached' })
  })

  it('saves the end of a drop for a calendar', async () => {
    const { page } = await world.visit()
    await page.goto('/d/tea')
    const { name, text } = await savedBy(page, 'Add to calendar')
    expect(name).toBe('tea.ics')
    expect(text).toContain(`SUMMARY:${TITLE} ends\r\n`)
    expect(text).toContain(`URL:${world.server.url}/d/tea\r\n`)
  })
})

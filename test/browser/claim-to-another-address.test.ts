// A claim page on which the wallet sends its claim to another address.
import { expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, type Device, inBrowser, saveScreenshot } from './browser-world.ts'

const RECIPIENT = `0x${'7'.repeat(64)}`

inBrowser('a claim to another address', (world) => {
  it.each<Device>(['desktop', 'phone'])(
    'shows the whole address before it is signed, and pays it, on a %s',
    async (device) => {
      const shortcode = `elsewhere-${device}`
      const dropId = await createDrop(world.server, { shortcode, maxAmount: '1000', tokenAmount: '100' })
      const { page, context } = await world.visit({ device })
      await page.goto(`/d/${shortcode}`)
      const userAddress = await connectNewWallet(page)
      await page.getByRole('button', { name: 'Send to another address' }).click()
      const address = page.getByLabel('Send to')
      await address.fill(RECIPIENT.slice(0, -1))
      await page.getByText('That is not a whole address.').waitFor()
      expect(await page.getByRole('button', { name: 'Use this address' }).isDisabled()).toBe(true)
      await address.fill(` ${RECIPIENT.toUpperCase().replace('0X', '0x')} `)
      await page.getByRole('button', { name: 'Use this address' }).click()
      await page.getByText(RECIPIENT, { exact: true }).waitFor()
      await saveScreenshot(page, `claim-to-another-address-${device}`)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

      await page.getByRole('button', { name: /^Claim/ }).dblclick()
      await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
      await page.getByText(`It was sent to ${RECIPIENT}.`).waitFor()
      const claims = await run(
        world.server,
        'query ($id: ID!) { claims(filter: { dropId: $id }) { status userAddress recipient } }',
        { id: dropId },
      )
      expect(claims).toEqual([{ status: 'CONFIRMED', userAddress, recipient: RECIPIENT }])
      await context.close()
    },
    60_000,
  )
})

// Claims that the service pays for, and claims to another address.
import { describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, type Device, inBrowser, saveScreenshot } from './browser-world.ts'

/** The gas of one claim on the fake chain. */
const CLAIM_MIST = '3000000'

const RECIPIENT = `0x${'7'.repeat(64)}`

inBrowser(
  'a claim',
  (world) => {
    describe('that is sponsored', () => {
      it('is sent by the service, and the next wallet is told when the budget is used up', async () => {
        // A refused request is an error in the console.
        world.allowProblems()
        const dropId = await createDrop(world.server, {
          title: 'No gas needed',
          shortcode: 'no-gas',
          maxAmount: '1000',
          tokenAmount: '100',
          delivery: 'SPONSORED',
        })
        const first = await world.visit({ device: 'phone' })
        const asked: string[] = []
        first.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await first.page.goto('/d/no-gas')
        const userAddress = await connectNewWallet(first.page)
        await first.page.getByRole('button', { name: /^Claim/ }).click()
        await first.page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
        expect(asked).not.toContain('/fake-chain/execute')
        const claims = await run(
          world.server,
          'query ($id: ID!) { claims(filter: { dropId: $id }) { status userAddress } }',
          { id: dropId },
        )
        expect(claims).toEqual([{ status: 'CONFIRMED', userAddress }])
        await first.context.close()

        const second = await world.visit()
        await second.page.goto('/d/no-gas')
        await connectNewWallet(second.page)
        await second.page.getByRole('button', { name: /^Claim/ }).click()
        await second.page.getByText(/^Free gas for this service is used up for today/).waitFor()
      })
    })

    describe('to another address', () => {
      it.each<Device>(['desktop', 'phone'])(
        'shows the whole address before it is signed, and pays it, on a %s',
        async (device) => {
          const shortcode = `elsewhere-${device}`
          const dropId = await createDrop(world.server, { shortcode, maxAmount: '1000', tokenAmount: '100' })
          const { page, context } = await world.visit({ device })
          await page.goto(`/d/${shortcode}`)
          const userAddress = await connectNewWallet(page)
          await page.getByRole('button', { name: 'Send to another address' }).click()
          await page.locator('input:focus').waitFor()
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
      )
    })
  },
  { SUI_SPONSOR_BUDGET_MIST: CLAIM_MIST },
)

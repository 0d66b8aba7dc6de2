// A claim page on which the wallet signs and the service pays the gas.
import { expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'

/** The gas of one claim on the fake chain. */
const CLAIM_MIST = '3000000'

inBrowser(
  'a sponsored claim',
  (world) => {
    it('is sent by the service, and the next wallet is told when the budget is used up', async () => {
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
      await second.context.close()
    })
  },
  { SUI_SPONSOR_BUDGET_MIST: CLAIM_MIST },
)

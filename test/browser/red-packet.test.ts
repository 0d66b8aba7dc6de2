import { beforeAll, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'

const POOL = 1_000
const ENVELOPES = 3

inBrowser('a random drop', (world) => {
  let dropId: string
  beforeAll(async () => {
    const terms = { title: 'Lucky seeds', shortcode: 'lucky-seeds', maxAmount: String(POOL) }
    dropId = await createDrop(world.server, { ...terms, supply: ENVELOPES, tokenAmount: '0' })
  })

  it('reveals each share, and anyone can verify all draws in the browser once it is over', async () => {
    for (let envelope = 1; envelope <= ENVELOPES; envelope++) {
      const { page, context } = await world.visit({ device: 'phone' })
      await page.goto('/d/lucky-seeds')
      await connectNewWallet(page)
      await page.getByRole('button', { name: /^(Draw|Claim|Open)/ }).tap()
      await page.getByRole('heading', { name: /^You drew [\d,]+ GOLD$/ }).waitFor()
      await context.close()
    }

    const claims = await run<{ amount: string }[]>(
      world.server,
      'query($id: ID!) { claims(filter: { dropId: $id }) { amount } }',
      { id: dropId },
    )
    expect(claims.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(POOL)

    const { page, context } = await world.visit()
    await page.goto(`/verify/${dropId}`)
    await page.getByRole('heading', { name: 'Every draw is as it should be' }).waitFor()
    await page.getByText('Verified: 3 draws, 1,000 GOLD of 1,000 GOLD given out.').waitFor()
    await context.close()
    world.assertQuiet()
  }, 60_000)
})

// Claims from drops with a human check, in a browser. The page creates the proofs itself.
import { expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { inBrowser } from './browser-world.ts'

const ADDRESS = `0x${'7'.repeat(64)}`

inBrowser('a drop that checks that claimers are people', (world) => {
  it('is claimed by link with a proof of work that a worker makes', async () => {
    const dropId = await createDrop(world.server, {
      title: 'For people',
      shortcode: 'for-people',
      maxAmount: '1000',
      tokenAmount: '100',
      delivery: 'SERVER',
      isLinkOnly: true,
      humanCheck: 'PROOF_OF_WORK',
    })
    const { urls } = await run<{ urls: [string] }>(
      world.server,
      'mutation($id: ID!) { createClaimLinks(input: { dropId: $id, count: 1 }) { urls } }',
      { id: dropId },
    )
    const { page, context } = await world.visit({ device: 'phone' })
    const proofs: string[] = []
    page.on('request', (request) =>
      proofs.push(...(request.postData()?.match(/"humanProof":"[^"]+"/g) ?? [])),
    )
    const hasWorker = page.waitForEvent('worker')
    await page.goto(urls[0].replace(/^https?:\/\/[^/]+/, world.server.url))
    await page.getByRole('button', { name: 'Enter an address' }).click()
    await page.getByLabel('Your address').fill(ADDRESS)
    await page.getByRole('button', { name: 'Claim to this address' }).click()
    await hasWorker
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(proofs).toHaveLength(1)
    await context.close()
    world.assertQuiet()
  }, 60_000)
})

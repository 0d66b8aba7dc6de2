import { expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'

inBrowser('a claim over a slow network', (world) => {
  it('disables the button until it is made, and is made once', async () => {
    const dropId = await createDrop(world.server, { shortcode: 'slow', maxPerWallet: 5 })
    const { page, context } = await world.visit()
    await page.goto('/d/slow')
    await connectNewWallet(page)
    const held: (() => void)[] = []
    let isHeld = true
    await page.route('**/graphql', async (route) => {
      const asked = route.request().postData() ?? ''
      if (isHeld && /\bmutation\b/.test(asked)) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    const claim = page.getByRole('button', { name: /^Claim/ })
    await claim.dblclick()
    await expect.poll(() => held.length).toBe(1)
    expect(await claim.isDisabled()).toBe(true)
    isHeld = false
    for (const release of held) release()
    await page.getByRole('heading', { name: /^You got/ }).waitFor()
    const claims = await run(
      world.server,
      'query ($id: ID!) { claims(filter: { dropId: $id }) { status } }',
      { id: dropId },
    )
    expect(claims).toEqual([{ status: 'CONFIRMED' }])
    await context.close()
    world.assertQuiet()
  })
})

// A claim with a passkey as wallet, without a claim link, an extension or coins.
import { beforeEach, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { addPasskeyDevice, inBrowser, saveScreenshot } from './browser-world.ts'

const RECIPIENT = `0x${'7'.repeat(64)}`

inBrowser('a passkey wallet', (world) => {
  // Passkeys need the host localhost, which is not the host of this world.
  beforeEach(() => world.allowProblems())

  const urlOf = (shortcode: string) => `${world.server.url.replace('127.0.0.1', 'localhost')}/d/${shortcode}`
  const claimsOn = (id: string) =>
    run(
      world.server,
      'query ($id: ID!) { claims(filter: { dropId: $id }) { status userAddress recipient } }',
      {
        id,
      },
    )

  it('signs in and claims on a phone, stays after a reload, and signs for another address', async () => {
    const terms = { maxAmount: '1000', tokenAmount: '100', delivery: 'SERVER' }
    const dropId = await createDrop(world.server, {
      ...terms,
      shortcode: 'by-passkey',
      claimAccess: 'WALLET',
    })
    const { page, context } = await world.visit({ device: 'phone' })
    await addPasskeyDevice(context, page)
    await page.goto(urlOf('by-passkey'))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await saveScreenshot(page, 'passkey-wallet-phone')
    await page.getByRole('button', { name: 'Create a passkey wallet' }).click()
    await page.getByRole('button', { name: /^Claim/ }).dblclick()
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    const { address: userAddress } = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('dropkit.passkey') ?? '{}'),
    )
    expect(await claimsOn(dropId)).toEqual([{ status: 'CONFIRMED', userAddress, recipient: userAddress }])
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

    // The same passkey on another drop, after a reload. It also signs the transaction of a voucher.
    const other = await createDrop(world.server, {
      ...terms,
      shortcode: 'by-passkey-too',
      delivery: 'WALLET',
    })
    await page.goto(urlOf('by-passkey-too'))
    await page.getByRole('button', { name: 'Send to another address' }).click()
    await page.getByLabel('Send to').fill(RECIPIENT)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await page.getByRole('button', { name: /^Claim/ }).click()
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(await claimsOn(other)).toEqual([{ status: 'CONFIRMED', userAddress, recipient: RECIPIENT }])
  })
})

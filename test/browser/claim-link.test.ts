// From a claim link to a paid claim, in a browser without an account, an extension or coins.
import { beforeEach, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { addPasskeyDevice, type Device, inBrowser, saveScreenshot } from './browser-world.ts'

const LONGEST_MS = 10_000

inBrowser('a claim link', (world) => {
  // Passkeys need the host localhost, which is not the host of this world.
  beforeEach(() => world.allowProblems())

  const newLink = async (dropId: string): Promise<string> => {
    const query = `mutation($id: ID!) { createClaimLinks(input: { dropId: $id, count: 1 }) { urls } }`
    const { urls } = await run<{ urls: [string] }>(world.server, query, { id: dropId })
    return urls[0].replace(/^https?:\/\/[^/]+/, world.server.url.replace('127.0.0.1', 'localhost'))
  }
  const newDrop = (shortcode: string) =>
    createDrop(world.server, {
      title: 'A gift by link',
      shortcode,
      maxAmount: '1000',
      tokenAmount: '100',
      isLinkOnly: true,
      delivery: 'SERVER',
    })

  it.each<Device>(['desktop', 'phone'])(
    'is claimed with a new passkey by one tap, without coins, on a %s',
    async (device) => {
      const dropId = await newDrop(`gift-${device}`)
      const url = await newLink(dropId)
      const { page, context } = await world.visit({ device })
      await addPasskeyDevice(context, page)
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
      const begun = Date.now()
      await page.goto(url)
      await page.getByText('Anyone with a claim link.').waitFor()
      await page.getByRole('button', { name: 'Claim with a passkey' }).click()
      await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
      expect(Date.now() - begun).toBeLessThan(LONGEST_MS)
      await saveScreenshot(page, `claim-link-${device}`)

      const secret = new URL(url).hash.slice('#link='.length)
      expect(sent.filter((text) => text.includes(secret))).toEqual([])
      const claims = await run<{ status: string }[]>(
        world.server,
        'query($id: ID!) { claims(filter: { dropId: $id }) { status } }',
        { id: dropId },
      )
      expect(claims).toEqual([{ status: 'CONFIRMED' }])
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

      await page.reload()
      await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
      await context.close()
    },
  )

  it('shows that it was used by another wallet', async () => {
    const url = await newLink(await newDrop('gift-used'))
    const first = await world.visit()
    await first.page.goto(url)
    await first.page.getByRole('button', { name: 'Enter an address' }).click()
    await first.page.locator('input:focus').waitFor()
    await first.page.getByLabel('Your address').fill(`0x${'7'.repeat(64)}`)
    await first.page.getByRole('button', { name: 'Claim to this address' }).click()
    await first.page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    await first.context.close()
    const second = await world.visit()
    await second.page.goto(url)
    await second.page.getByText('Each claim link works once.').waitFor()
  })

  it('says that its drop is not open, before its holder makes a passkey', async () => {
    const dropId = await newDrop('gift-paused')
    const url = await newLink(dropId)
    const update = (input: object) =>
      run(
        world.server,
        'mutation($id: ID!, $input: UpdateDropInput!) { updateDrop(id: $id, input: $input) { id } }',
        {
          id: dropId,
          input,
        },
      )
    await update({ status: 'PAUSED' })
    const { page, context } = await world.visit()
    await addPasskeyDevice(context, page)
    await page.goto(url)
    await page.getByRole('heading', { name: 'Paused' }).waitFor()
    const claim = page.getByRole('button', { name: 'Claim with a passkey' })
    expect(await claim.count()).toBe(0)
    await update({ status: 'ACTIVE' })
    await claim.waitFor()
  })

  it('works in a tab that already shows its drop', async () => {
    const dropId = await newDrop('gift-same-tab')
    const [url, other] = [await newLink(dropId), await newLink(dropId)]
    const { page } = await world.visit()
    await page.goto(url.replace(/#.*/, ''))
    await page.getByText('You need a claim link for this drop').first().waitFor()
    for (const [digit, link] of [url, other].entries()) {
      await page.evaluate(`location.href = ${JSON.stringify(link)}`)
      await page.getByRole('button', { name: 'Enter an address' }).click()
      await page.getByLabel('Your address').fill(`0x${`${digit + 1}`.repeat(64)}`)
      await page.getByRole('button', { name: 'Claim to this address' }).click()
      await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    }
  })

  it('shows its claim to its holder if the answer to it was lost', async () => {
    const url = await newLink(await newDrop('gift-lost-answer'))
    const { page } = await world.visit()
    const used = new Promise<void>((resolve) => {
      void page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('claimWithLink')) return route.continue()
        await route.fetch()
        await route.abort()
        resolve()
      })
    })
    await page.goto(url)
    await page.getByRole('button', { name: 'Enter an address' }).click()
    await page.getByLabel('Your address').fill(`0x${'7A'.repeat(32)}`)
    await page.getByRole('button', { name: 'Claim to this address' }).click()
    await used
    await page.reload()
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
  })
})

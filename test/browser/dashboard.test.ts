// The dashboard shows the true state, and input is not lost.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { claimDrop, createDrop, run, walletOf } from '../support/drops.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

inBrowser('the dashboard', (world) => {
  const visit = () => world.visit({ saved: signedInBy(world.server.apiKey) })

  it('keeps unsaved settings and rules while its user visits other tabs and screens', async () => {
    const dropId = await createDrop(world.server, { title: 'Half done' })
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Not saved')
    await page.getByRole('tab', { name: 'Who may claim' }).click()
    await page.getByRole('button', { name: /^Account age/ }).click()
    await page.getByRole('tab', { name: 'Claims' }).click()
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('heading', { name: 'Tokens' }).waitFor()

    await page.goBack()
    await page.getByRole('tab', { name: 'Settings' }).click()
    expect(await title.inputValue()).toBe('Not saved')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(await title.inputValue()).toBe('Half done')
    await page.getByRole('tab', { name: 'Who may claim' }).click()
    await page.getByRole('group', { name: 'Rule 1' }).waitFor()
    await page.getByText('Not saved yet').waitFor()
  })

  it('shows the drops as a dense list, and does so again on the next visit', async () => {
    await createDrop(world.server, { title: 'One of many' })
    const { page } = await visit()
    await page.goto('/dashboard')
    await page.getByRole('article').filter({ hasText: 'One of many' }).waitFor()
    await page.getByText('List', { exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'One of many' })
    await row.waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    await page.reload()
    await row.getByRole('link', { name: 'One of many', exact: true }).click()
    await page.getByRole('heading', { name: 'One of many', level: 1 }).waitFor()
  })

  it('goes back and forward through the steps of a new drop with the buttons of the browser', async () => {
    await createDrop(world.server)
    const { page } = await visit()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Create a drop' }).click()
    const step = (title: string) => page.getByRole('heading', { name: title, level: 2 }).waitFor()
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await step('What do you give out?')
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await step('How is it given out?')
    await page.getByRole('textbox', { name: 'Title' }).fill('There and back')
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('1')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('2')
    await next()
    await step('What does it cost?')
    await page.goBack()
    await step('How is it given out?')
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('There and back')
    await page.goForward()
    await step('What does it cost?')
    await page.goBack()
    await page.goBack()
    await step('What do you give out?')
    await page.goBack()
    await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
  })

  it('creates a link-only drop whose claims the service delivers', async () => {
    await createDrop(world.server)
    const { page } = await visit()
    await page.goto('/dashboard/drops/new')
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill('Gifts only')
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('5')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('3')
    await next()
    await page.getByRole('radio', { name: 'Free' }).waitFor()
    await next()
    await page.getByRole('radio', { name: 'At once' }).waitFor()
    await next()
    await page.getByRole('switch', { name: 'Only people with a claim link can claim' }).click({ force: true })
    await page.getByRole('radio', { name: 'The service, which sends everything' }).click()
    await next()
    await page.getByRole('cell', { name: 'Only people with a claim link can claim' }).waitFor()
    await page.getByRole('button', { name: 'Launch the drop' }).click()
    await page.getByRole('heading', { name: 'Your drop is open' }).waitFor()
    const drop = await run<object>(
      world.server,
      'query { dropByShortcode(shortcode: "gifts-only") { isLinkOnly delivery } }',
    )
    expect(drop).toEqual({ isLinkOnly: true, delivery: 'SERVER' })
    await page.goto('/d/gifts-only')
    await page.getByText('You need a claim link for this drop.').waitFor()
  })

  it('shows a new drop as its page will show it', async () => {
    await createDrop(world.server)
    const { page } = await visit()
    await page.goto('/dashboard/drops/new')
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill('Just as promised')
    await page.getByRole('textbox', { name: 'Description' }).fill('What you see is what they get.')
    await page.getByRole('textbox', { name: 'Each claim gets' }).fill('7')
    await page.getByRole('textbox', { name: 'Number of items' }).fill('20')
    await next()
    await page.getByRole('radio', { name: 'Free' }).waitFor()
    await page.getByText('For a price').click()
    await page.getByRole('textbox', { name: 'Price of an item' }).fill('0.5')
    await next()
    await page.getByRole('radio', { name: 'At once' }).waitFor()
    await next()
    await page.getByRole('button', { name: /^Account age/ }).click()
    await next()
    const preview = page.getByRole('region', { name: 'As claimers see it' })
    await preview.getByText('Pay 0.5 SUI and claim').waitFor()
    const lines = (await preview.innerText()).split('\n').filter((line) => line.trim() !== '')
    await page.getByRole('button', { name: 'Launch the drop' }).click()
    const link = await page.getByRole('link', { name: 'See the claim page' }).getAttribute('href')
    await page.goto(link ?? '')
    await page.getByText('Up to date').waitFor()
    await page.getByText('Has been here for at least 30 days').waitFor()
    const shown = await page.locator('body').innerText()
    const promises = ['As claimers see it', 'Pay 0.5 SUI and claim']
    expect(lines.filter((line) => !promises.includes(line) && !shown.includes(line))).toEqual([])
    expect(lines.length).toBeGreaterThan(10)
  })

  it('saves the claims of a drop with their amounts in whole tokens, too', async () => {
    const dropId = await createDrop(world.server, { title: 'For the books', tokenAmount: '25' })
    await claimDrop(world.server, dropId, walletOf(1).address)
    const { page } = await visit()
    // Simulates browsers without a file picker for saving.
    await page.addInitScript('delete globalThis.showSaveFilePicker')
    await page.goto(`/dashboard/drops/${dropId}/claims`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [heading, claim] = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
    expect(heading).toMatch(/^id,sequence,.*,txHash,recipient,amountInWholeTokens$/)
    expect(claim).toMatch(/,25$/)
  })

  it('finds drops that are not loaded yet by their title', async () => {
    await createDrop(world.server, { title: 'The needle' })
    for (let hay = 0; hay < 25; hay++) await createDrop(world.server, { title: `Hay ${hay}` })
    const { page } = await visit()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Hay 24' }).waitFor()
    expect(await page.getByRole('heading', { name: 'The needle' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Search by title' }).fill('needle')
    await page.getByRole('heading', { name: 'The needle' }).waitFor()
  })

  it('says of a connection that it is up to date, and not that a draft is live', async () => {
    const dropId = await createDrop(world.server, { title: 'Sketch', status: 'DRAFT' })
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByText('Up to date').waitFor()
    expect(await page.getByText(/\blive\b/i).count()).toBe(0)
  })

  describe('a rule about another drop', () => {
    it('names that drop, and is not shown as met and as missing at once', async () => {
      await createDrop(world.server, { title: 'Market day', shortcode: 'market-day' })
      const { id: first } = await run<{ id: string }>(
        world.server,
        '{ dropByShortcode(shortcode: "market-day") { id } }',
      )
      const second = await createDrop(world.server, { title: 'For regulars', shortcode: 'regulars' })
      await run(
        world.server,
        'mutation($id: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $id, input: $input) { id } }',
        {
          id: second,
          input: { isActive: true, rules: [{ key: 'claimed_drop', operator: '==', value: first }] },
        },
      )
      const { page } = await world.visit({ device: 'phone' })
      await page.goto('/d/regulars')
      await connectNewWallet(page)
      const missing = page.getByRole('status').filter({ hasText: 'This wallet cannot claim' })
      const link = missing.getByRole('link', { name: 'Market day' })
      expect(await link.getAttribute('href')).toBe('/d/market-day')
      expect(await page.getByRole('listitem').filter({ hasText: 'Market day' }).locator('svg').count()).toBe(
        1,
      )
    })
  })

  describe('a drop that only its owner gives out', () => {
    it('is given to a wallet from the dashboard', async () => {
      const dropId = await createDrop(world.server, {
        title: 'Prizes',
        shortcode: 'prizes',
        claimAccess: 'OWNER',
        tokenAmount: '5',
      })
      const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/drops/${dropId}/claims`)
      const winner = walletOf(31).address
      await page.getByRole('textbox', { name: 'Recipient wallet' }).fill('nobody')
      await page.getByRole('button', { name: 'Give 5 GOLD' }).click()
      await page.getByText('An address is 0x').first().waitFor()
      await page.getByRole('textbox', { name: 'Recipient wallet' }).fill(winner)
      await page.getByRole('button', { name: 'Give 5 GOLD' }).click()
      await page.getByText('5 GOLD is reserved for this wallet.').waitFor()
      const claims = await run<{ amount: string; userAddress: string }[]>(
        world.server,
        'query($id: ID!) { claims(filter: { dropId: $id }) { amount userAddress } }',
        { id: dropId },
      )
      expect(claims).toEqual([{ amount: '5', userAddress: winner }])
    })

    it('is not called on its way again for a wallet that has a random amount of it', async () => {
      const dropId = await createDrop(world.server, {
        title: 'Lucky prizes',
        claimAccess: 'OWNER',
        tokenAmount: '0',
        supply: 5,
      })
      const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/drops/${dropId}/claims`)
      const giveOut = async () => {
        await page.getByRole('textbox', { name: 'Recipient wallet' }).fill(walletOf(32).address)
        await page.getByRole('button', { name: 'Draw an amount' }).click()
      }
      const onItsWay = page.getByText('is on its way to')
      // The owner types the next address while the request runs.
      const address = page.getByRole('textbox', { name: 'Recipient wallet' })
      const next = walletOf(33).address
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('mutation GiveOutRandom')) await address.fill(next)
        await route.continue()
      })
      await giveOut()
      await onItsWay.waitFor()
      expect(await onItsWay.innerText()).toContain(walletOf(32).address.slice(-4))
      expect(await address.inputValue()).toBe(next)
      await page.unroute('**/graphql')
      await giveOut()
      await page.getByText('This wallet has claimed already.').waitFor()
      expect(await onItsWay.count()).toBe(0)
    })
  })
})

inBrowser(
  'a drop whose token is not on the chain',
  (world) => {
    it('is not called open, and leads to where its owner deploys the token', async () => {
      const dropId = await createDrop(world.server, { title: 'Too early' })
      const { id } = await run<{ id: string }>(world.server, '{ me { id } }')
      const launched = {
        form: { opening: 'now' },
        step: 0,
        furthest: 0,
        progress: {
          drop: { id: dropId, shortcode: null, title: 'Too early' },
          haveRulesBeenSet: false,
          isDone: true,
        },
      }
      const { page } = await world.visit({
        saved: { ...signedInBy(world.server.apiKey), [`dropkit.new-drop.${id}`]: launched },
      })
      await page.goto('/dashboard/drops/new')
      await page.getByText('Nobody can claim yet').waitFor()
      await page.getByRole('heading', { name: 'Your drop is created' }).waitFor()

      await page.goto(`/dashboard/drops/${dropId}`)
      await page.getByText('GOLD is not on the chain.').waitFor()
      await page.getByRole('link', { name: 'Deploy GOLD' }).click()
      await page.getByRole('button', { name: 'Sign and deploy' }).click()
      await page.getByText('You are asked to sign a transaction.').waitFor()
      expect(await page.getByText('costs nothing').count()).toBe(0)
      await page.getByRole('button', { name: 'Create a test wallet' }).click()
      await page.getByText('On the chain', { exact: true }).first().waitFor()
    })
  },
  { FAKE_CHAIN_AUTO: '0' },
)

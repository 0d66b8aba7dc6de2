// The claim page of a drop that opens later or is paused, over a slow network, and on a narrow phone.
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'
import { cutLabelsOf, overhangOf } from './screens.ts'

const STARTS_AT = '2031-06-01T12:00:00.000Z'

inBrowser('the claim page', (world) => {
  describe('a drop that opens later', () => {
    it.each(['desktop', 'phone'] as const)(
      'says when in the time zone of the claimer, on a %s',
      async (device) => {
        const shortcode = `later-${device}`
        await createDrop(world.server, { shortcode, status: 'SCHEDULED', startsAt: STARTS_AT })
        const { page, context } = await world.visit({ device })
        await page.goto(`/d/${shortcode}`)
        // British English writes summer time in Berlin as an offset.
        await page.getByText(/^Opens 1 Jun 2031, 14:00 (CEST|GMT\+2)$/).waitFor()
        await saveScreenshot(page, `scheduled-${device}`)
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Add to calendar' }).click()
        const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
        expect(lines).toContain('DTSTART:20310601T120000Z')
        const alarm = lines.slice(lines.indexOf('BEGIN:VALARM'), lines.indexOf('END:VALARM') + 1)
        expect(alarm).toEqual([
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'DESCRIPTION:Gold for all opens',
          'TRIGGER:-PT15M',
          'END:VALARM',
        ])
        await context.close()
      },
    )

    it('can be claimed at once by a wallet that waits for it', async () => {
      const startsAt = new Date(Date.now() + 12_000).toISOString()
      await createDrop(world.server, { shortcode: 'soon', status: 'SCHEDULED', startsAt })
      const { page } = await world.visit({ device: 'phone' })
      await page.goto('/d/soon')
      await connectNewWallet(page)
      const refused = page.getByText('This wallet cannot claim').waitFor({ timeout: 30_000 })
      const claim = page.getByRole('button', { name: 'Claim 1 GOLD' })
      const first = await Promise.race([
        claim.waitFor().then(() => 'the button'),
        refused.then(
          () => 'a refusal',
          () => 'nothing',
        ),
      ])
      expect(first).toBe('the button')
      await claim.tap()
      await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    }, 60_000)
  })

  describe('a claim over a slow network', () => {
    it('disables the button until it is made, and is made once', async () => {
      const dropId = await createDrop(world.server, { shortcode: 'slow', maxPerWallet: 5 })
      const { page } = await world.visit()
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
    })
  })

  it('goes on by itself if the connection is lost before a part of the page has loaded', async () => {
    world.allowProblems()
    await createDrop(world.server, { shortcode: 'tunnel' })
    const { page, context } = await world.visit({ device: 'phone' })
    await page.goto('/d/tunnel')
    const connect = page.getByRole('button', { name: 'Connect wallet' })
    const claim = page.getByRole('button', { name: 'Claim 1 GOLD' })
    for (const button of [connect, claim]) {
      await button.waitFor()
      await context.setOffline(true)
      await button.tap()
      await page.waitForTimeout(1_000)
      expect(await page.getByText('This page failed').count()).toBe(0)
      await context.setOffline(false)
      if (button === connect) await page.getByRole('button', { name: /test wallet$/ }).tap()
    }
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
  })

  it('offers to load the page again if the wallet does not answer, and then goes on', async () => {
    await createDrop(world.server, { shortcode: 'silent' })
    const { page } = await world.visit({ device: 'phone' })
    await page.clock.install()
    await page.goto('/d/silent')
    await connectNewWallet(page)
    await page.route('**/fake-chain/execute', () => {}, { times: 1 })
    const claim = page.getByRole('button', { name: 'Claim 1 GOLD' })
    await claim.tap()
    await page.getByText('Confirm in your wallet …').waitFor()
    const reload = page.getByRole('button', { name: 'Nothing to confirm? Reload the page' })
    expect(await reload.count()).toBe(0)
    await page.clock.fastForward(20_000)
    await reload.tap()
    await page.getByText('1 GOLD reserved for you').waitFor()
    await claim.tap()
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
  })

  describe('a claim page on a narrow phone in German', () => {
    beforeAll(async () => {
      await createDrop(world.server, { shortcode: 'paid', price: 1.5, currency: 'SUI' })
      const entriesCloseAt = new Date(Date.now() + 86_400_000).toISOString()
      const lottery = { admission: 'LOTTERY', supply: 10, entriesCloseAt, maxPerWallet: 1 }
      await createDrop(world.server, { shortcode: 'lottery', maxAmount: '10', ...lottery })
    })

    it.each([
      ['paid', '1,5 SUI bezahlen und abholen'],
      ['lottery', 'An der Verlosung teilnehmen'],
    ])('shows the whole label of each button of the %s drop', async (shortcode, label) => {
      const { page } = await world.visit({ device: 'phone', locale: 'de-DE' })
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(`/d/${shortcode}`)
      await page.getByRole('button', { name: 'Wallet verbinden' }).click()
      await page.getByRole('button', { name: /Test-Wallet/ }).click()
      await page.getByRole('button', { name: label }).waitFor()
      expect(await cutLabelsOf(page)).toEqual([])
      expect(await overhangOf(page)).toBe(0)
    })
  })

  describe('a drop that is paused', () => {
    let dropId: string
    beforeAll(async () => {
      dropId = await createDrop(world.server, { title: 'Rainy day', shortcode: 'rainy-day' })
    })

    it('is seen to pause and resume by a user who is about to claim', async () => {
      const claimer = await world.visit({ device: 'phone' })
      await claimer.page.goto('/d/rainy-day')
      await connectNewWallet(claimer.page)
      const claim = claimer.page.getByRole('button', { name: 'Claim 1 GOLD' })
      await claim.waitFor()

      const creator = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await creator.page.goto(`/dashboard/drops/${dropId}`)
      await creator.page.getByRole('button', { name: 'Pause' }).click()
      await claimer.page
        .getByText(/paused/i)
        .first()
        .waitFor()
      await claim.waitFor({ state: 'hidden' })

      await creator.page.getByRole('button', { name: 'Resume' }).click()
      await claim.tap()
      await claimer.page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    })
    it('is shown as open while the server has not confirmed a pause, and after it has refused one', async () => {
      const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/drops/${dropId}`)
      const pause = page.getByRole('button', { name: 'Pause' })
      await pause.waitFor()
      let refuse = () => {}
      let isRefused = false
      await page.route('**/graphql', async (route) => {
        // No later response corrects the page.
        if (isRefused) return
        if (!route.request().postData()?.includes('mutation ChangeDropStatus')) return route.continue()
        await new Promise<void>((resolve) => {
          refuse = resolve
        })
        isRefused = true
        await route.fulfill({ json: { errors: [{ message: 'no', extensions: { code: 'OVERLOADED' } }] } })
      })
      await pause.click()
      await page.locator('button[data-loading]').waitFor()
      const status = page.locator('[data-status]').first()
      expect(await status.getAttribute('data-status')).toBe('ACTIVE')

      refuse()
      await page.getByText('Pause: not done').waitFor()
      expect(await status.getAttribute('data-status')).toBe('ACTIVE')
      await pause.waitFor()
    })
    it('is not paused later automatically after a lost network', async () => {
      world.allowProblems()
      const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/drops/${dropId}`)
      const pause = page.getByRole('button', { name: 'Pause' })
      await pause.waitFor()
      await context.setOffline(true)
      await pause.click()
      await page.getByText('Pause: not done').waitFor()
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.postData() ?? ''))
      await context.setOffline(false)
      await page.getByText('Up to date').waitFor()
      expect(sent.filter((body) => body.includes('mutation ChangeDropStatus'))).toEqual([])
    })
  })
})

// With the dark theme chosen, a page must not flash in light colors: the choice applies before the page's scripts load.

inBrowser('the colours that a visitor chose', (world) => {
  // The modules of the pages are blocked.
  beforeEach(() => world.allowProblems())

  beforeAll(() => createDrop(world.server, { title: 'Gold', shortcode: 'gold' }))

  it.each(['/d/gold', '/dashboard'])('hold on %s before any module has run', async (path) => {
    const { page, context } = await world.visit({ scheme: 'light' })
    await context.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.route('**/assets/*.js', (route) =>
      route.request().url().includes('chosen-colours') ? route.continue() : route.fulfill({ body: '' }),
    )
    await page.goto(path)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  it('are set by a script with a content hash in its name', async () => {
    const html = await (await fetch(`${world.server.url}/d/gold`)).text()
    expect(html).toMatch(/<script src="\/assets\/chosen-colours-[\w-]{8}\.js"/)
  })
})

// Pictures from other hosts: such a host must not learn who looks at a drop.

inBrowser('a picture of another host', (world) => {
  let dropId: string
  beforeAll(async () => {
    const imageUrl = 'https://pictures.example/rain.png'
    dropId = await createDrop(world.server, { title: 'Rain', shortcode: 'rain', imageUrl })
  })

  it('is not asked for by the page of a drop, which draws its own', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/rain')
    await page.getByRole('heading', { name: 'Rain' }).waitFor()
    await page.waitForLoadState('networkidle')
  })

  it('is reported to the creator, who can upload one instead', async () => {
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByText('This picture is at pictures.example and is not shown').waitFor()
  })
})

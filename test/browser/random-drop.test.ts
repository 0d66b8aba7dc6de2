// Random drops: the draws, and the reveal of a drawn amount.
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot } from './browser-world.ts'

const POOL = 1_000
const ENVELOPES = 3

const NOTE_ANIMATIONS = `window.seen = []
addEventListener('animationstart', ({ animationName }) => window.seen.push(animationName), true)`
const WORDS = /^You drew [\d,]+ GOLD$/

inBrowser('random drops', (world) => {
  describe('a random drop', () => {
    let dropId: string
    beforeAll(async () => {
      const terms = { title: 'Lucky seeds', shortcode: 'lucky-seeds', maxAmount: String(POOL) }
      dropId = await createDrop(world.server, { ...terms, supply: ENVELOPES, tokenAmount: '0' })
    })

    it('reveals each share, and anyone can verify all draws in the browser once it is over', async () => {
      for (let envelope = 1; envelope <= ENVELOPES; envelope++) {
        const { page } = await world.visit({ device: 'phone' })
        await page.goto('/d/lucky-seeds')
        await connectNewWallet(page)
        await page.getByRole('button', { name: /^(Draw|Claim|Open)/ }).tap()
        await page.getByRole('heading', { name: /^You drew [\d,]+ GOLD$/ }).waitFor()
      }

      const claims = await run<{ amount: string }[]>(
        world.server,
        'query($id: ID!) { claims(filter: { dropId: $id }) { amount } }',
        { id: dropId },
      )
      expect(claims.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(POOL)

      const { page } = await world.visit()
      await page.goto(`/verify/${dropId}`)
      await page.getByRole('heading', { name: 'Every draw is as it should be' }).waitFor()
      await page.getByText('Verified: 3 draws, 1,000 GOLD of 1,000 GOLD given out.').waitFor()
    })

    it('is not checked from a file that the browser cannot read, and the page says so', async () => {
      const { page } = await world.visit()
      await page.goto(`/verify/${dropId}`)
      // As for a file that was moved or whose permission has ended.
      await page.evaluate(() => {
        File.prototype.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
      })
      const file = { name: 'draws.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('alert').getByText('The browser cannot read draws.json.').waitFor()
    })
  })

  describe('the reveal of a drawn amount', () => {
    beforeAll(async () => {
      const terms = {
        title: 'Lucky seeds',
        shortcode: 'lucky',
        maxAmount: '1000',
        supply: 4,
        tokenAmount: '0',
      }
      await createDrop(world.server, terms)
    })

    it.each([
      ['phone', 'no-preference', true],
      ['desktop', 'no-preference', true],
      ['phone', 'reduce', false],
    ] as const)('on a %s, where motion is %s, moves: %s', async (device, reducedMotion, moves) => {
      const { page } = await world.visit({ device })
      await page.emulateMedia({ reducedMotion })
      await page.addInitScript(NOTE_ANIMATIONS)
      await page.goto('/d/lucky')
      await connectNewWallet(page)
      await page.getByRole('button', { name: /^(Draw|Claim|Open)/ }).click()
      await page.getByRole('heading', { name: WORDS }).waitFor()
      const told = page.getByRole('status').filter({ hasText: WORDS })
      await told.waitFor({ state: 'attached' })
      expect(await told.count()).toBe(1)
      const seen = String(await page.evaluate('window.seen.join()'))
      expect(seen.includes('reveal')).toBe(moves)
      await saveScreenshot(page, `reveal-${device}-${reducedMotion}`)

      await page.reload()
      await page.getByRole('heading', { name: WORDS }).waitFor()
      const after = String(await page.evaluate('window.seen.join()'))
      expect(after.includes('reveal')).toBe(false)
    })

    it.each(['phone', 'desktop'] as const)(
      'shows the pieces of an NFT drop with their name, as a surprise only once, on a %s',
      async (device) => {
        const token = await run<{ id: string }>(
          world.server,
          'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
          { input: { name: 'Seed card', symbol: 'SEEDS', decimals: 0, supply: '100' } },
        )
        await createDrop(world.server, {
          title: 'Seed cards',
          shortcode: `cards-${device}`,
          type: 'NFT',
          existingTokenId: token.id,
          maxAmount: '10',
        })
        const { page, context } = await world.visit({ device })
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await page.addInitScript(NOTE_ANIMATIONS)
        await page.goto(`/d/cards-${device}`)
        await page.getByText('Seed card', { exact: true }).waitFor()
        await connectNewWallet(page)
        await page.getByRole('button', { name: /^Claim/ }).click()
        const words = 'You got 1 SEEDS NFT'
        await page.getByRole('heading', { name: words }).waitFor()
        await page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' })
        expect(String(await page.evaluate('window.seen.join()'))).toContain('reveal')
        await saveScreenshot(page, `reveal-nft-${device}`)
        await page.reload()
        await page.getByRole('heading', { name: words }).waitFor()
        expect(String(await page.evaluate('window.seen.join()'))).not.toContain('reveal')
        await context.close()
      },
    )
  })
})

// A random drop with a public beacon: what claimers, its owner and auditors see before and after the draw.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createDrop, eventually, run, walletOf } from '../support/drops.ts'
import {
  type BrowserWorld,
  connectNewWallet,
  continueToReview,
  inBrowser,
  saveScreenshot,
  signedInBy,
} from './browser-world.ts'

const SUPPLY = 3
const POOL = 1_000
const DRAW = `mutation($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success }
}`
const CLAIMS = 'query($id: ID!) { claims(filter: { dropId: $id }) { status } }'

const newDrop = ({ server }: BrowserWorld, shortcode: string) =>
  createDrop(server, {
    title: 'Beacon seeds',
    shortcode,
    maxAmount: String(POOL),
    supply: SUPPLY,
    tokenAmount: '0',
    randomness: 'BEACON',
  })

const draw = ({ server }: BrowserWorld, dropId: string, number: number) =>
  run(server, DRAW, { dropId, userAddress: walletOf(number).address })

inBrowser('a drop with a public beacon', (world) => {
  /** Waits until the rounds of all claims so far are published and their amounts delivered. */
  const publishRounds = async (dropId: string) => {
    await world.server.fakeChain('advance', { seconds: 20 })
    await eventually(
      () => run<{ status: string }[]>(world.server, CLAIMS, { id: dropId }),
      (claims) => claims.every(({ status }) => status === 'CONFIRMED'),
      20_000,
    )
  }

  it('shows the amount without a reload once it is drawn', async () => {
    const dropId = await newDrop(world, 'beacon-seeds')
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/beacon-seeds')
    await page.getByText('333 GOLD on average, decided by a public beacon').waitFor()
    await connectNewWallet(page)
    await page.getByRole('button', { name: 'Draw my amount' }).tap()
    await page.getByText('2 draws left').waitFor()
    await publishRounds(dropId)
    await page.getByRole('heading', { name: /^You drew [1-9][\d,]* GOLD$/ }).waitFor()
  })

  it('can be checked: every amount, the rounds, the order and a receipt; the first changed claim is named', async () => {
    const dropId = await newDrop(world, 'beacon-check')
    const first = await world.visit()
    await first.page.goto('/d/beacon-check')
    await connectNewWallet(first.page)
    await first.page.getByRole('button', { name: 'Draw my amount' }).click()
    await first.page.getByText('2 draws left').waitFor()
    for (let number = 2; number <= SUPPLY; number++) await draw(world, dropId, number)
    await publishRounds(dropId)
    const saved = first.page.waitForEvent('download')
    await first.page.getByRole('button', { name: 'Save receipt' }).click()
    const receipt = readFileSync(await (await saved).path(), 'utf8')
    await first.context.close()

    const { page } = await world.visit()
    await page.goto(`/verify/${dropId}`)
    await page
      .getByRole('heading', { name: 'This follows from a beacon that only this record names' })
      .waitFor()
    await page
      .getByText(
        /^3 claims in the recorded order\. \d rounds? signed by a beacon that only this record names\./,
      )
      .waitFor()
    await page.getByRole('columnheader', { name: 'Round' }).waitFor()
    await page.getByRole('heading', { name: 'Its own beacon' }).waitFor()
    await saveScreenshot(page, 'beacon-check')
    await checkReceipt(page, receipt)
    await page.getByText('Claim 1 is where the receipt says').waitFor()
    const [newest] = await run<{ receipt: object }[]>(
      world.server,
      'query($id: ID!) { claims(limit: 1, filter: { dropId: $id }) { receipt { text publicKey signature } } }',
      { id: dropId },
    )
    await checkReceipt(page, JSON.stringify(newest?.receipt))
    await page.getByText(`Claim ${SUPPLY} is where the receipt says`).waitFor()
    await checkReceipt(
      page,
      receipt.replace(/[0-9a-f](?=",)/, (digit) => (digit === '0' ? '1' : '0')),
    )
    await page.getByText('The key that this receipt names did not sign it.').waitFor()

    // Simulates a server that returns a wrong amount for the second claim.
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const body = JSON.parse(text)
      for (const claim of body.data?.claims ?? [])
        if (claim.sequence === 2 && claim.amount) claim.amount = String(BigInt(claim.amount) + 1n)
      await route.fulfill({ response: answer, json: body })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'These draws are not as they should be' }).waitFor()
    await page.getByText(/^Draw 2 gave/).waitFor()
  })

  it('is one of the choices for random amounts, which say what the operator could do', async () => {
    await createDrop(world.server)
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/drops/new')
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /GOLD/ }).first().check()
    await next()
    await page.getByRole('textbox', { name: 'Title' }).fill('By the beacon')
    await page.getByRole('radio', { name: 'Random' }).click()
    await page.getByText(/the operator gets 197 where the average is 100/).waitFor()
    await page.getByRole('radio', { name: 'Public beacon' }).click()
    await page.getByRole('textbox', { name: 'The pool' }).fill('100')
    await next()
    await page.getByText('A whole number of at least 1.').waitFor()
    await page.getByRole('textbox', { name: 'Number of items' }).fill('4')
    await next()
    await continueToReview(page)
    await page.getByRole('cell', { name: 'Public beacon' }).waitFor()
    await page.getByRole('button', { name: 'Launch the drop' }).click()
    await page.getByRole('heading', { name: 'Your drop is open' }).waitFor()
    const drop = await run<{ randomness: string }>(
      world.server,
      'query { dropByShortcode(shortcode: "by-the-beacon") { randomness } }',
    )
    expect(drop.randomness).toBe('BEACON')
  })
})

inBrowser(
  'a drop whose beacon does not answer',
  (world) => {
    it('says that an amount is not drawn, also after a reload, and never shows it as 0', async () => {
      await newDrop(world, 'beacon-waits')
      const { page } = await world.visit({ device: 'phone' })
      await page.goto('/d/beacon-waits')
      await connectNewWallet(page)
      await page.getByRole('button', { name: 'Draw my amount' }).tap()
      const waiting = page.getByRole('heading', { name: /^Your amount is (revealed at \d|not drawn yet)/ })
      await waiting.waitFor()
      await page.reload()
      await waiting.waitFor()
      await page.getByRole('heading', { name: 'Your amount is not drawn yet' }).waitFor()
      await page.getByText('Waiting for the public beacon').waitFor()
      expect(await page.locator('body').innerText()).not.toMatch(/(^|\s)0 GOLD/)
      await saveScreenshot(page, 'beacon-waiting-phone')
    })

    it('shows its owner the amounts that are not drawn, and the head of the order', async () => {
      const dropId = await newDrop(world, 'beacon-owner')
      await draw(world, dropId, 1)
      const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
      await page.goto(`/dashboard/drops/${dropId}/claims`)
      await page.getByRole('cell', { name: 'Not drawn yet' }).waitFor()
      await page.getByText('Random amounts by a public beacon').waitFor()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await page.getByText(/^0x.* claimed a random amount$/).waitFor()
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByRole('heading', { name: 'Order of claims' }).waitFor()
      const { orderHead } = await run<{ orderHead: string }>(
        world.server,
        'query($id: ID!) { drop(id: $id) { orderHead } }',
        { id: dropId },
      )
      await page.getByText(orderHead).waitFor()
    })
  },
  // An address on which nothing listens.
  { BEACON: 'drand', BEACON_URLS: 'http://127.0.0.1:9' },
)

async function checkReceipt(page: Page, receipt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your receipt' }).fill(receipt)
  await page.getByRole('button', { name: 'Check this receipt' }).click()
}

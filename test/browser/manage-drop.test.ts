// What an owner does with an existing drop: editing its texts, changing its state, ending it.
import { beforeEach, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot, saveShownSecret, signedInBy } from './browser-world.ts'

const DROP = 'query($id: ID!) { drop(id: $id) { status title imageUrl maxAmount claimDeadline } }'
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A script that returns a PNG of 3,000 × 1,500 pixels in base64. */
const LARGE_PICTURE = `new Promise((resolve) => {
  const canvas = new OffscreenCanvas(3000, 1500)
  const context = canvas.getContext('2d')
  for (let x = 0; x < 3000; x += 10) {
    context.fillStyle = 'rgb(' + (x % 256) + ' 120 60)'
    context.fillRect(x, 0, 10, 1500)
  }
  void canvas.convertToBlob({ type: 'image/png' }).then((blob) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.split(',')[1])
    reader.readAsDataURL(blob)
  })
})`

inBrowser('a drop of one’s own', (world) => {
  let dropId: string
  const shown = () => run<Record<string, string | null>>(world.server, DROP, { id: dropId })
  const visit = () => world.visit({ saved: signedInBy(world.server.apiKey) })
  beforeEach(async () => {
    dropId = await createDrop(world.server, { title: 'Gold for all', maxAmount: '1000', tokenAmount: '10' })
    for (const number of [1, 2]) await claimDrop(world.server, dropId, walletOf(number).address)
  })

  it('gets another name and a picture, and no pool below the promised amount', async () => {
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Gold for most')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
    const pool = page.getByRole('textbox', { name: 'The pool' })
    const save = page.getByRole('button', { name: 'Save changes' })
    const before = await pool.inputValue()
    await pool.fill('1.5')
    await save.click()
    await page.getByText('A whole number', { exact: true }).waitFor()
    await pool.fill('15')
    await save.click()
    await page.getByText('At least 20 GOLD, because this much is claimed or reserved.').waitFor()
    expect((await shown())['title']).toBe('Gold for all')
    await pool.fill(before)
    await save.click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('heading', { name: 'Gold for most' }).waitFor()
    expect(await shown()).toMatchObject({
      title: 'Gold for most',
      imageUrl: expect.stringContaining('/files/'),
    })
  })

  it('gets a large picture as a small one, and no file that is not a picture', async () => {
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await choose('notes.png', Buffer.from('These are notes.'))
    await page.getByText('notes.png is not a picture that browsers can show.').waitFor()
    expect(await page.getByRole('button', { name: 'Remove the picture' }).count()).toBe(0)

    const large = await page.evaluate(LARGE_PICTURE)
    await choose('large.png', Buffer.from(String(large), 'base64'))
    await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.').waitFor()
    const url = (await shown())['imageUrl']
    const width = `fetch('${url}').then((got) => got.blob()).then(createImageBitmap).then((picture) => picture.width)`
    expect(await page.evaluate(width)).toBe(1280)
  })

  it('is put behind a rule, and opened to all by a switch', async () => {
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/rules`)
    await page.getByRole('button', { name: /^On a list/ }).click()
    await page.getByLabel('Wallets').fill(walletOf(2).address)
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules are saved and in use.').waitFor()
    const verdictOn = async (wallet: string, words: string) => {
      await page.getByRole('textbox', { name: 'Address' }).fill(wallet)
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await page.getByText(words).waitFor()
    }
    await verdictOn(walletOf(3).address, 'The rules do not admit this wallet')
    await page.getByRole('switch', { name: 'The rules are in force' }).click()
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await eventually(
      () =>
        run<{ gatingConfig: { isActive: boolean } }>(
          world.server,
          'query($id: ID!) { drop(id: $id) { gatingConfig { isActive } } }',
          { id: dropId },
        ),
      ({ gatingConfig }) => !gatingConfig.isActive,
    )
    await verdictOn(walletOf(3).address, 'The rules admit this wallet')
  })

  it('gets another key, which is shown once', async () => {
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByRole('button', { name: 'Rotate the key' }).click()
    await page.getByRole('dialog').getByLabel('Why').fill('Somebody saw it')
    await page.getByRole('button', { name: 'Rotate it' }).click()
    await page.getByRole('button', { name: 'Reveal the private key, once' }).click()
    expect(await saveShownSecret(page)).toMatch(/^suiprivkey1/)
    await page.getByRole('button', { name: 'Rotate the key' }).waitFor()
  })

  it('is ended, opened again until another day, cancelled, and deleted by its name', async () => {
    const { page } = await visit()
    await page.goto(`/dashboard/drops/${dropId}`)
    const dialog = page.getByRole('dialog')
    const choose = async (name: string) => {
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'More to do with this drop' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('End')
    await dialog.getByText('You can open it again later, with a new deadline.').waitFor()
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('The drop has ended.').waitFor()

    await page.getByRole('button', { name: 'Open again' }).click()
    await dialog.getByRole('button', { name: 'New deadline' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: /^(.* )?15 / }).click()
    await page.getByRole('button', { name: 'Take this time' }).click()
    await dialog.getByRole('button', { name: 'Open again' }).click()
    await page.getByText('The drop is open again.').waitFor()
    expect(await shown()).toMatchObject({
      status: 'ACTIVE',
      claimDeadline: expect.stringMatching(/-14T2[23]:00/),
    })

    await choose('Cancel the drop')
    await dialog.getByText('This cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel the drop' }).click()
    await page.getByText('The drop is cancelled.').waitFor()
    expect(await shown()).toMatchObject({ status: 'CANCELLED' })

    await choose('Delete')
    const remove = dialog.getByRole('button', { name: 'Delete permanently' })
    await dialog.getByRole('textbox').fill('Gold')
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Gold for all')
    await remove.click()
    await page.getByText('“Gold for all” is deleted.').waitFor()
  })
})

inBrowser('the preview of a draft', (world) => {
  it('shows its owner the claim page without a claim, and no other user', async () => {
    const dropId = await createDrop(world.server, {
      title: 'Midnight tasting',
      shortcode: 'midnight',
      status: 'DRAFT',
      tokenAmount: '50',
    })
    const owner = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await owner.page.goto(`/dashboard/drops/${dropId}`)
    await owner.page.getByRole('link', { name: 'Preview the claim page' }).click()
    await owner.page.getByRole('note').getByText('This is a preview').waitFor()
    await owner.page.getByRole('heading', { name: 'Midnight tasting', level: 1 }).waitFor()
    await owner.page.getByText('50 GOLD', { exact: true }).waitFor()
    expect(await owner.page.getByRole('button', { name: 'Connect wallet' }).isDisabled()).toBe(true)
    await saveScreenshot(owner.page, 'draft-preview')
    await owner.page.getByRole('link', { name: 'Back to the drop' }).click()
    await owner.page.getByRole('tab', { name: 'Overview' }).waitFor()
    await owner.context.close()

    const stranger = await world.visit()
    await stranger.page.goto('/d/midnight')
    await stranger.page.getByRole('heading', { name: 'There is no drop here' }).waitFor()
  })
})

// What the owner of a drop sees of its visitors.

/** A flush of the counts takes place every 30 seconds. */
const FLUSH_LIMIT_MS = 45_000

inBrowser('the visitors of a drop', (world) => {
  it('are shown to its owner, with the reasons of refusals', async () => {
    const { server } = world
    const dropId = await createDrop(server, { shortcode: 'seen' })
    const visitor = await world.visit()
    await visitor.page.goto('/d/seen')
    const checked = visitor.page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('checkEligibility')),
    )
    await connectNewWallet(visitor.page)
    await checked
    await visitor.context.close()
    const draw = `mutation { claimRandomDrop(input: { dropId: "${dropId}", userAddress: "0x5" }) { code } }`
    expect(await run(server, draw)).toEqual({ code: 'WRONG_OPERATION' })
    const analytics = `{ dropAnalytics(id: "${dropId}") { views wallets tries } }`
    const counted = await eventually(
      () => run<{ views: number; wallets: number; tries: number }>(server, analytics),
      ({ tries }) => tries > 0,
      FLUSH_LIMIT_MS,
    )
    expect(counted).toEqual({ views: 1, wallets: 1, tries: 1 })
    for (const [device, scheme, locale, words] of [
      ['desktop', 'light', 'en-GB', '1 view, 1 wallet, 1 try, 0 claims.'],
      ['phone', 'dark', 'de-DE', '1 Aufruf, 1 Wallet, 1 Versuch, 0 Claims.'],
    ] as const) {
      const { page } = await world.visit({
        device,
        scheme,
        locale,
        saved: signedInBy(server.apiKey),
      })
      await page.goto(`/dashboard/drops/${dropId}`)
      await page.getByText(words).waitFor()
      const card = page.locator('section').filter({ hasText: words })
      await card.getByRole('img', { name: words }).waitFor()
      await card.scrollIntoViewIfNeeded()
      await saveScreenshot(page, `visitors-${device}-${scheme}`)
      await card.getByText('WRONG_OPERATION').waitFor()
      await card.getByRole('switch').press('Space')
      await card.getByRole('columnheader').nth(4).waitFor()
      const isTooWide = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      expect(isTooWide).toBe(false)
    }
  })
})

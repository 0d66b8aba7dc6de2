// The public pages in another language, and in a test language that reveals text that is in no catalog.
import { beforeAll, expect, it } from 'vitest'
import { createDrop, run, walletOf } from '../support/drops.ts'
import { inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'
import { PSEUDO, textOutsideCatalogs } from './page-checks.ts'

const INTENT =
  'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { intentId } }'
inBrowser('languages', (world) => {
  let paymentUrl: string
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Gold rush', shortcode: 'gold', tokenAmount: '1500' })
    const paid = await createDrop(world.server, { title: 'Market', price: 0.5, currency: 'SUI' })
    const intent = await run<{ intentId: string }>(world.server, INTENT, {
      input: { dropId: paid, walletAddress: walletOf(1).address, paymentMethod: 'SUI', quantity: 2 },
    })
    paymentUrl = `/pay/${intent.intentId}`
  })

  it('follow the browser: German if it prefers German, with German number formats', async () => {
    const { page } = await world.visit({ locale: 'de-DE', device: 'phone' })
    await page.goto('/d/gold')
    await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.getByText('Noch übrig').count()).toBe(1)
    expect(await page.getByText('1.500 GOLD', { exact: true }).count()).toBe(1)
    await saveScreenshot(page, 'claim-phone-german')
    await page.getByRole('button', { name: 'Wallet verbinden' }).click()
    await page.getByRole('button', { name: 'Test-Wallet anlegen' }).click()
    await page.getByRole('button', { name: /abholen$/ }).click()
    await page.getByRole('heading', { name: 'Du hast 1.500 GOLD bekommen' }).waitFor()
  })

  it('are those of the payment page, too', async () => {
    const { page } = await world.visit({ locale: 'de-AT', device: 'phone' })
    await page.goto(paymentUrl)
    await page.getByRole('button', { name: '1 SUI bezahlen' }).waitFor()
    expect(await page.getByText('Zahlung für 2 Stück von').count()).toBe(1)
    await saveScreenshot(page, 'pay-phone-german')
  })

  it('can be chosen, and the choice is stored', async () => {
    const { page } = await world.visit({ locale: 'de-DE' })
    await page.goto('/d/gold')
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
  })

  it('are those of the dashboard, too, where German is complete and can be left', async () => {
    const { page } = await world.visit({
      locale: 'de-DE',
      saved: signedInBy(world.server.apiKey),
    })
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Drops', exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.getByRole('link', { name: 'Drop anlegen' }).count()).toBe(1)
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByRole('heading', { name: 'Claims im Zeitverlauf' }).waitFor()
    expect(await page.getByText('von 1.000.000 GOLD abgeholt').count()).toBe(1)
    await saveScreenshot(page, 'drop-german')
    await page.getByRole('tab', { name: 'Wer abholen darf' }).click()
    await page.getByText('Noch keine Regeln: Jede Wallet kann abholen.').waitFor()
    await page.getByRole('tab', { name: 'Einstellungen' }).click()
    await page.getByLabel('Titel').fill('')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByText('Gib dem Drop einen Titel.').waitFor()
    await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
    await page.goto('/dashboard/drops/new')
    await page.getByRole('heading', { name: 'Was verteilst du?' }).waitFor()
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page.getByText('Wähle, was der Drop verteilt.').waitFor()
    await page.goto('/dashboard/webhooks')
    await page.getByText('Deinen Server benachrichtigen').waitFor()
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
    await page.getByText('Notify your server').waitFor()
  })

  it.each(['desktop', 'phone'] as const)(
    'have a catalog for every text, and pages that fit from right to left, on a %s',
    async (device) => {
      const { page, context } = await world.visit({ device, saved: PSEUDO })
      await page.goto('/d/gold')
      await page.getByRole('button', { name: /Connect wallet/ }).waitFor()
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      const data = ['Gold rush', 'GO', 'Gold', 'Dropkit', '1,500 GOLD', '1,000,000 GOLD', '998,500 GOLD']
      expect(await textOutsideCatalogs(page, data)).toEqual([])
      const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overhang)).toBe(0)
      await saveScreenshot(page, `claim-${device}-right-to-left`)
      await page.getByRole('button', { name: /Connect wallet/ }).click()
      await page.getByRole('button', { name: /Create a test wallet/ }).waitFor()
      expect(await textOutsideCatalogs(page, data)).toEqual([])
      await page.goto('/d/gold')
      await page.getByRole('button', { name: /Share this drop/ }).click()
      await page.getByRole('button', { name: /Print poster/ }).waitFor()
      expect(await textOutsideCatalogs(page, data)).toEqual([])
      expect(await page.evaluate(overhang)).toBe(0)
      await page.goto(paymentUrl)
      await page.getByRole('button', { name: /Pay 1 SUI/ }).waitFor()
      expect(await textOutsideCatalogs(page, ['Market', 'Dropkit', '1 SUI'])).toEqual([])
      expect(await page.evaluate(overhang)).toBe(0)
      await saveScreenshot(page, `pay-${device}-right-to-left`)
      await page.goto('/d/nothing-here')
      await page.getByRole('heading', { name: /There is no drop here/ }).waitFor()
      expect(await textOutsideCatalogs(page, data)).toEqual([])
      await context.close()
    },
  )
})

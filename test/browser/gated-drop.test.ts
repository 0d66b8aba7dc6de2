import { beforeAll, expect, it } from 'vitest'
import { createDrop, run, walletOf } from '../support/drops.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

const REQUIREMENT = 'You have claimed from “Pepper for all”'

inBrowser('a gated drop', (world) => {
  let gated: string
  beforeAll(async () => {
    const first = await createDrop(world.server, { title: 'Pepper for all', shortcode: 'pepper-for-all' })
    gated = await createDrop(world.server, { title: 'For the regulars', shortcode: 'regulars' })
    await run(
      world.server,
      `mutation($id: ID!, $input: UpdateGatingConfigInput!) {
        updateGatingConfig(dropId: $id, input: $input) { id }
      }`,
      {
        id: gated,
        input: {
          isActive: true,
          rules: [{ key: 'claimed_drop', operator: '==', value: first, description: REQUIREMENT }],
        },
      },
    )
  })

  it('shows the missing requirement, and admits the same wallet once it is met', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/regulars')
    await connectNewWallet(page)
    await page.getByText('This wallet cannot claim').waitFor()
    await page.getByRole('status').getByText(REQUIREMENT).waitFor()
    await page
      .getByRole('status')
      .getByText(/^Seen at .*: no\. Needed: yes\.$/)
      .waitFor()

    await page.goto('/d/pepper-for-all')
    await page.getByRole('button', { name: 'Claim 1 GOLD' }).tap()
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()

    await page.goto('/d/regulars')
    await page.getByRole('button', { name: 'Claim 1 GOLD' }).tap()
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
  })

  it('says that it has no rules yet in the words of the page', async () => {
    await createDrop(world.server, { shortcode: 'no-rules-yet', claimType: 'ELITE' })
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/no-rules-yet')
    await connectNewWallet(page)
    const said = page.getByRole('status').filter({ hasText: 'This wallet cannot claim' })
    await said.getByText('Nobody, until the creator adds rules.').waitFor()
    expect(await page.getByText('ELITE').count()).toBe(0)
  })

  it('names the drop that must be claimed first, if the creator has not described the rule', async () => {
    const first = await createDrop(world.server, { title: 'Salt for all' })
    const id = await createDrop(world.server, { shortcode: 'salted' })
    const rules = [{ key: 'claimed_drop', operator: '==', value: first }]
    await run(
      world.server,
      'mutation ($id: ID!, $rules: [GatingRuleInput!]) { updateGatingConfig(dropId: $id, input: { rules: $rules }) { id } }',
      { id, rules },
    )
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/salted')
    await page.getByRole('link', { name: 'Has claimed from “Salt for all”' }).waitFor()
  })

  it('admits a wallet that its owner exempts with a reason, until the exemption is revoked', async () => {
    const claimer = await world.visit({ device: 'phone' })
    await claimer.page.goto('/d/regulars')
    const address = await connectNewWallet(claimer.page)
    await claimer.page.getByText('This wallet cannot claim').waitFor()

    const owner = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await owner.page.goto(`/dashboard/drops/${gated}/rules`)
    await owner.page.getByText('No wallet is exempt.').waitFor()
    const exempt = async (wallet: string) => {
      await owner.page.getByRole('textbox', { name: 'Wallet' }).fill(wallet)
      await owner.page.getByRole('textbox', { name: 'Reason' }).fill('Helped at the market')
      await owner.page.getByRole('button', { name: 'Exempt this wallet' }).click()
    }
    await exempt('nobody')
    await owner.page
      .getByRole('textbox', { name: 'Wallet' })
      .and(owner.page.locator('[aria-invalid=true]'))
      .waitFor()
    await exempt(walletOf(9).address)
    await owner.page.getByRole('button', { name: /^Revoke the exemption of/ }).click()
    await owner.page.getByText(/^Revoked /).waitFor()
    await exempt(address)
    await owner.page.getByText(/^Since /).waitFor()
    await owner.page.getByRole('textbox', { name: 'Address' }).fill(address)
    await owner.page.getByRole('button', { name: 'Try', exact: true }).click()
    await owner.page.getByText('You have exempted this wallet from the rules').waitFor()
    await owner.page.getByRole('textbox', { name: 'Address' }).fill(walletOf(9).address)
    await owner.page.getByRole('button', { name: 'Try', exact: true }).click()
    await owner.page.getByText(/^Seen at .*: no\. Needed: yes\.$/).waitFor()
    await owner.context.close()

    await claimer.page.getByRole('button', { name: 'Check again' }).tap()
    await claimer.page.getByRole('button', { name: 'Claim 1 GOLD' }).tap()
    await claimer.page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
  })
})

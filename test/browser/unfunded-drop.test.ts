// With a chain that does nothing automatically, the creator's wallet publishes the token and fills the vault.
import { describe, expect, it } from 'vitest'
import { run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

inBrowser(
  'with a chain that does nothing automatically,',
  (world) => {
    describe('a drop whose vault its owner fills', () => {
      it('cannot be claimed before it is funded, shows that, and delivers as soon as it is full', async () => {
        // A refused request is an error in the console.
        world.allowProblems()
        const creator = await world.visit({ saved: signedInBy(world.server.apiKey) })
        const { page } = creator
        await page.goto('/dashboard/tokens/new')
        await page.getByLabel('Name').fill('Saffron')
        await page.getByLabel('Symbol').fill('SAFFRON')
        await page.getByLabel('Supply, in whole tokens').fill('1000')
        await page.getByRole('button', { name: 'Keep a part for yourself' }).click()
        await page.getByLabel('For yourself').fill('1000')
        await page.getByRole('button', { name: 'Create the token' }).click()
        await page.getByRole('button', { name: 'Sign and deploy' }).click()
        await page.getByRole('button', { name: 'Create a test wallet' }).click()
        await page.getByText('On the chain', { exact: true }).first().waitFor()

        const tokenId = page.url().split('/').at(-1)
        const { id: dropId } = await run<{ id: string }>(
          world.server,
          'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
          {
            input: {
              existingTokenId: tokenId,
              title: 'Saffron for all',
              shortcode: 'saffron',
              type: 'TOKEN',
              claimType: 'REGULAR',
              maxAmount: '10000000000',
              tokenAmount: '5000000000',
            },
          },
        )
        const claimer = await world.visit({ device: 'phone' })
        await claimer.page.goto('/d/saffron')
        await connectNewWallet(claimer.page)
        await claimer.page.getByText('Not ready yet').waitFor()

        await page.goto('/dashboard')
        const inbox = page.getByRole('region', { name: 'Needs attention' })
        await inbox.getByText('its vault holds too little for all that is left').waitFor()
        await inbox.getByRole('link', { name: 'Saffron for all' }).click()
        await page.waitForURL(`**/drops/${dropId}`)
        await page.getByText('It lacks 10 SAFFRON').waitFor()
        const fill = page.getByRole('button', { name: 'Fill the vault from a wallet' })
        await fill.click()
        await page.getByRole('button', { name: 'Another test wallet' }).click()
        await page.getByText('This wallet has too few coins').waitFor()
        await fill.click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Alice/ })
          .click()
        await page.getByText('Enough for all that is left.').waitFor()

        // Or the page has looked by itself, and the button is gone.
        const checkAgain = claimer.page.getByRole('button', { name: 'Check again' })
        await checkAgain.tap({ timeout: 5_000 }).catch(() => {})
        await claimer.page.getByRole('button', { name: 'Claim 5 SAFFRON' }).tap()
        await claimer.page.getByRole('heading', { name: 'You got 5 SAFFRON' }).waitFor()
      })
    })

    describe('a token whose transaction fails on the chain', () => {
      it('is put there by the next one', async () => {
        const { id } = await run<{ id: string }>(
          world.server,
          'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
          { input: { name: 'Clove', symbol: 'CLOVE', supply: '1000' } },
        )
        const refused = await world.server.fakeChain('transfer', {
          from: '0x7',
          to: '0x5',
          coinType: '0x2::sui::SUI',
          amount: '6',
        })
        const { txHash } = refused.body['details'] as { txHash: string }
        const { page } = await world.visit({
          saved: { ...signedInBy(world.server.apiKey), [`dropkit.deployment.${id}`]: txHash },
        })
        await page.goto(`/dashboard/tokens/${id}`)
        await page.getByText('Your wallet has sent it.').waitFor()
        await page.getByRole('button', { name: 'Check again' }).click()
        await page.getByText('The last transaction failed on the chain').waitFor()
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('button', { name: 'Create a test wallet' }).click()
        await page.getByText('On the chain', { exact: true }).first().waitFor()
        expect(await run<{ status: string }>(world.server, `{ token(id: "${id}") { status } }`)).toEqual({
          status: 'DEPLOYED',
        })
      })
    })
  },
  { FAKE_CHAIN_AUTO: '0' },
)

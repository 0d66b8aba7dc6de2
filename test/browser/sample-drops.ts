// Sample data of a creator after some weeks: drops in every state, with claims, payments and webhooks.
import { eventually, run } from '../support/drops.ts'
import type { TestServer } from '../support/server.ts'
import { walletOf } from '../support/wallet.ts'

export const SUI = '0x2::sui::SUI'
const HOUR_MS = 3_600_000
/** The minutes by which the service's clock advances, and the number of claims then, so that charts show a development. */
const RUSH: readonly (readonly [minutes: number, claims: number])[] = [
  ...([
    [2, 2],
    [8, 5],
    [9, 9],
    [12, 14],
    [11, 18],
    [14, 15],
    [16, 11],
    [18, 8],
  ] as const),
  ...([
    [22, 6],
    [19, 9],
    [15, 12],
    [21, 7],
    [30, 4],
    [35, 3],
    [28, 2],
  ] as const),
]
const RUSH_MS = RUSH.reduce((sum, [minutes]) => sum + minutes * 60_000, 0)

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id } claimParams { amount nonce expiry signature } dropInfo { dropObjectId }
  }
}`
const DRAW = `mutation($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success }
}`
const INTENT = `mutation($input: CreatePaymentIntentInput!) {
  createPaymentIntent(input: $input) { id intentId recipientAddress amountAtomic coinType }
}`

interface Intent {
  readonly id: string
  /** `pi_…`, as in the payment's link. */
  readonly intentId: string
  readonly recipientAddress: string
  readonly amountAtomic: string
  readonly coinType: string
}

export interface SampleDrops {
  readonly tokenId: string
  readonly open: string
  readonly paid: string
  readonly gated: string
  readonly finished: string
  readonly scheduled: string
  readonly paused: string
  readonly pending: Intent
  readonly bought: Intent
  readonly webhookId: string
}

/** Creates the sample data for the server's admin. */
export async function makeSampleDrops(server: TestServer): Promise<SampleDrops> {
  const { id: tokenId } = await run<{ id: string }>(
    server,
    'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
    {
      input: {
        name: 'Pepper',
        symbol: 'PEPPER',
        decimals: 2,
        supply: '100000000',
        description: 'The hottest thing in the garden.',
      },
    },
  )
  const drop = async (title: string, terms: object): Promise<string> => {
    const input = { title, type: 'TOKEN', claimType: 'REGULAR', existingTokenId: tokenId, ...terms }
    return (
      await run<{ id: string }>(
        server,
        'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
        {
          input,
        },
      )
    ).id
  }
  const claim = async (dropId: string, number: number): Promise<void> => {
    const claimer = walletOf(number).address
    const { claimParams, dropInfo } = await run<{ claimParams: object; dropInfo: object }>(server, CLAIM, {
      dropId,
      userAddress: claimer,
    })
    await server.fakeChain('claim', { ...dropInfo, ...claimParams, claimer })
  }
  const intentOf = (dropId: string, number: number): Promise<Intent> =>
    run(server, INTENT, {
      input: { dropId, walletAddress: walletOf(number).address, paymentMethod: 'SUI', quantity: 2 },
    })

  await drop('Midnight tasting', { maxAmount: '500000', tokenAmount: '5000', status: 'DRAFT' })
  const open = await drop('Pepper for all', {
    description: 'A hundred peppers for everybody who likes it hot. One for each wallet, while they last.',
    maxAmount: '2000000',
    tokenAmount: '10000',
    shortcode: 'pepper-for-all',
    claimDeadline: new Date(Date.now() + RUSH_MS + 50 * HOUR_MS).toISOString(),
  })
  const paid = await drop('Market day', {
    description: 'A crate of fifty, straight from the field.',
    maxAmount: '500000',
    tokenAmount: '5000',
    price: 0.5,
    currency: 'SUI',
    shortcode: 'market-day',
  })
  const gated = await drop('For the regulars', {
    maxAmount: '200000',
    tokenAmount: '2500',
    shortcode: 'regulars',
  })
  await run(
    server,
    'mutation($id: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $id, input: $input) { id } }',
    {
      id: gated,
      input: {
        isActive: true,
        rules: [
          {
            key: 'claimed_drop',
            operator: '==',
            value: open,
            description: 'You have claimed from “Pepper for all”',
          },
        ],
      },
    },
  )
  const finished = await drop('Lucky seeds', {
    description: 'Thirty envelopes, each with another number of peppers.',
    maxAmount: '90000',
    supply: 30,
    tokenAmount: '0',
    shortcode: 'lucky-seeds',
  })
  const scheduled = await drop('Spring planting', {
    maxAmount: '300000',
    tokenAmount: '3000',
    status: 'SCHEDULED',
    startsAt: new Date(Date.now() + RUSH_MS + 75 * HOUR_MS).toISOString(),
    shortcode: 'spring-planting',
  })
  const paused = await drop('Rainy day', {
    maxAmount: '100000',
    tokenAmount: '1000',
    status: 'PAUSED',
    shortcode: 'rainy-day',
  })

  let wallets = 0
  for (const [minutes, claims] of RUSH) {
    await server.fakeChain('advance', { seconds: minutes * 60 })
    await Promise.all(Array.from({ length: claims }, () => claim(open, ++wallets)))
  }
  for (let number = 1; number <= 30; number++)
    await run(server, DRAW, { dropId: finished, userAddress: walletOf(number).address })

  const bought = await intentOf(paid, 1)
  const { recipientAddress: to, coinType, amountAtomic: amount } = bought
  const from = walletOf(1).address
  await server.fakeChain('faucet', { address: from, coinType, amount })
  await server.fakeChain('transfer', { from, to, coinType, amount, memo: bought.intentId })
  const pending = await intentOf(paid, 2)

  const webhook = await run<{ id: string }>(
    server,
    'mutation($input: RegisterWebhookInput!) { registerWebhook(input: $input) { id } }',
    // Nothing listens on this port, so the delivery log shows failures and the time of the next attempt.
    { input: { url: 'http://127.0.0.1:9/hooks/dropkit', events: ['drop.*', 'claim.confirmed'] } },
  )
  await eventually(
    () =>
      run<{ status: string }>(server, 'query($id: ID!) { paymentIntent(id: $id) { status } }', {
        id: bought.id,
      }),
    ({ status }) => status === 'CONFIRMED',
  )
  await claim(paid, 1)
  return {
    tokenId,
    open,
    paid,
    gated,
    finished,
    scheduled,
    paused,
    pending,
    bought,
    webhookId: webhook.id,
  }
}

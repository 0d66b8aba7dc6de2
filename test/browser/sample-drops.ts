// Sample data of a creator after some weeks: drops in every state, with claims, payments and webhooks.
import { eventually, run, walletOf } from '../support/drops.ts'
import type { TestServer } from '../support/server.ts'
import { drawPicture } from './drawn-picture.ts'

export const SUI = '0x2::sui::SUI'
const HOUR_MS = 3_600_000
/** Of the wizard for new drops, from 0. */
const LAST_STEP = 5
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

const TOKEN = `mutation($input: CreateTokenInput!) {
  createToken(input: $input) { id name symbol decimals totalSupply imageUrl status isExternal createdAt }
}`
const PROFILE = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }'
const LINKS = 'mutation($dropId: ID!) { createClaimLinks(input: { dropId: $dropId, count: 3 }) { urls } }'

/** What pages show of the sample data, and names that are the same in every language. */
const TEXTS = [
  'By invitation',
  'Daily pepper',
  'For the regulars',
  'Last season',
  'Lucky seeds',
  'Market day',
  'Midnight tasting',
  'One seat at the table',
  'Pepper for all',
  'Rainy day',
  'Seed cards',
  'Spring planting',
  'A hundred peppers for everybody who likes it hot. One for each wallet, while they last.',
  'A crate of fifty, straight from the field.',
  'Thirty envelopes, each with another number of peppers.',
  'A hundred drawn cards, each with a seed that you can plant.',
  'Forty kinds of peppers, from mild to reckless. We give away what we cannot eat.',
  'You have claimed from “Pepper for all”',
  'The hottest thing in the garden.',
  'Harvest day',
  'Pepper',
  'PEPPER',
  'Seed card',
  'SEEDS',
  'Seed card, SEEDS',
  'Pepper, PEPPER',
  'SUI',
  'The pepper garden',
  'admin',
  'The website',
  'First key',
  'Dropkit',
  'Node.js',
  'Python',
  'autosize measurement',
]

interface TokenRow {
  readonly id: string
  readonly symbol: string
}

interface Intent {
  readonly id: string
  /** `pi_…`, as in the payment's link. */
  readonly intentId: string
  readonly recipientAddress: string
  readonly amountAtomic: string
  readonly coinType: string
}

export interface SampleDrops {
  /** The user who owns everything. */
  readonly ownerId: string
  readonly tokenId: string
  readonly draft: string
  readonly open: string
  readonly paid: string
  readonly gated: string
  readonly finished: string
  readonly scheduled: string
  readonly paused: string
  readonly linkOnly: string
  readonly lottery: string
  /** A drop that its creator prepares in the wizard, as a browser stores it. */
  readonly draftInWizard: object
  readonly pending: Intent
  readonly bought: Intent
  readonly webhookId: string
  /** What the creator wrote: titles, names and descriptions. */
  readonly texts: readonly string[]
}

/** Creates the sample data for the server's admin. */
export async function makeSampleDrops(server: TestServer): Promise<SampleDrops> {
  const token = (name: string, symbol: string, decimals: number) =>
    run<TokenRow>(server, TOKEN, {
      input: { name, symbol, decimals, supply: '100000000', description: 'The hottest thing in the garden.' },
    })
  const pepper = await token('Pepper', 'PEPPER', 2)
  const { id: tokenId } = pepper
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

  const { id: ownerId } = await run<{ id: string }>(server, PROFILE, {
    input: {
      displayName: 'The pepper garden',
      cover: await upload(
        server,
        'cover.png',
        drawPicture(1600, 400, [
          [22, 101, 52],
          [250, 204, 21],
        ]),
      ),
      links: ['https://garden.example/', 'https://x.com/peppergarden', 'https://t.me/peppergarden'],
      bio: 'Forty kinds of peppers, from mild to reckless. We give away what we cannot eat.',
    },
  })
  const draft = await drop('Midnight tasting', { maxAmount: '500000', tokenAmount: '5000', status: 'DRAFT' })
  const open = await drop('Pepper for all', {
    description: 'A hundred peppers for everybody who likes it hot. One for each wallet, while they last.',
    maxAmount: '2000000',
    tokenAmount: '10000',
    shortcode: 'pepper-for-all',
    embedOrigins: ['https://garden.example'],
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
  await drop('Seed cards', {
    type: 'NFT',
    existingTokenId: (await token('Seed card', 'SEEDS', 0)).id,
    description: 'A hundred drawn cards, each with a seed that you can plant.',
    imageUrl: await upload(
      server,
      'card.png',
      drawPicture(900, 900, [
        [190, 24, 93],
        [254, 215, 170],
      ]),
    ),
    maxAmount: '100',
    shortcode: 'seed-cards',
  })
  const lottery = await drop('One seat at the table', {
    maxAmount: '10000',
    tokenAmount: '10000',
    supply: 1,
    admission: 'LOTTERY',
    entriesCloseAt: new Date(Date.now() + RUSH_MS + 26 * HOUR_MS).toISOString(),
    shortcode: 'one-seat',
  })
  await drop('Daily pepper', {
    claimType: 'STREAK',
    maxAmount: '400000',
    tokenAmount: '100',
    shortcode: 'daily-pepper',
  })
  const linkOnly = await drop('By invitation', {
    maxAmount: '50000',
    tokenAmount: '5000',
    isLinkOnly: true,
    delivery: 'SERVER',
    shortcode: 'by-invitation',
  })
  await run(server, LINKS, { dropId: linkOnly })
  const ended = await drop('Last season', {
    maxAmount: '50000',
    tokenAmount: '5000',
    shortcode: 'last-season',
  })
  await run(server, 'mutation($id: ID!) { updateDrop(id: $id, input: { status: ENDED }) { id } }', {
    id: ended,
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
  const stranger = walletOf(9).address
  await server.fakeChain('faucet', { address: stranger, coinType, amount: '500000000' })
  await server.fakeChain('transfer', { from: stranger, to, coinType, amount: '500000000' })

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
    ownerId,
    tokenId,
    draft,
    open,
    paid,
    gated,
    finished,
    scheduled,
    paused,
    linkOnly,
    lottery,
    draftInWizard: {
      form: { token: pepper, title: 'Harvest day', each: '25', items: '400', isPriced: true, price: '0.2' },
      step: 0,
      furthest: LAST_STEP,
    },
    pending,
    bought,
    webhookId: webhook.id,
    texts: TEXTS,
  }
}

/** Uploads a picture and returns its URL. */
async function upload(server: TestServer, filename: string, png: Buffer): Promise<string> {
  const input = { file: png.toString('base64'), filename, contentType: 'image/png' }
  const { url } = await run<{ url: string }>(
    server,
    'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }',
    { input },
  )
  return url
}

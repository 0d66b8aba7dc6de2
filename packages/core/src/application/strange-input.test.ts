// Who embeds the core hands on what strangers sent, and not every language that calls it knows its types.

import { createTestPorts } from '@dropkit/testing'
import { describe, expect, it } from 'vitest'
import { STRANGE_VALUES } from '../../test/strange-values.ts'
import type { Caller } from '../domain/user.ts'
import { createDropkit, type Dropkit } from './dropkit.ts'

interface World {
  readonly dropkit: Dropkit
  readonly caller: Caller
  readonly tokenId: string
  readonly dropId: string
}

async function openWorld(): Promise<World> {
  const dropkit = createDropkit(createTestPorts())
  const made = await dropkit.createLocalUser({ username: 'maria', key: { name: 'first' } })
  const known = made.ok ? await dropkit.authenticate(made.value.secret) : made
  if (!known.ok) throw new Error('maria cannot come in')
  const { caller } = known.value
  const token = await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEP', supply: '1000000000' })
  const tokenId = token.ok ? token.value.id : ''
  const drop = await dropkit.createDrop(caller, newDrop(tokenId))
  return { dropkit, caller, tokenId, dropId: drop.ok ? drop.value.id : '' }
}

const newDrop = (existingTokenId: string) =>
  ({
    title: 'Pepper for all',
    existingTokenId,
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '3000',
    tokenAmount: '100',
  }) as const

const NEW_DROP_FIELDS = [
  'title type claimType maxAmount description tokenAmount estimatedValueUsd startsAt claimDeadline status',
  'shortcode maxPerWallet claimAccess imageUrl price supply metadata communityId existingTokenId gatingId',
  'currency embedOrigins collection admission entriesCloseAt humanCheck delivery isLinkOnly',
]
  .join(' ')
  .split(' ')

/** By operation: its fields, and how it is called with one of them spoilt. */
const OPERATIONS: readonly [
  name: string,
  fields: readonly string[],
  call: (world: World, spoilt: object) => Promise<unknown>,
][] = [
  [
    'createLocalUser',
    ['username', 'key'],
    ({ dropkit }, spoilt) => dropkit.createLocalUser({ username: 'otto', key: { name: 'k' }, ...spoilt }),
  ],
  [
    'createToken',
    ['name', 'symbol', 'supply', 'decimals', 'description', 'imageUrl', 'coinType'],
    ({ dropkit, caller }, spoilt) =>
      dropkit.createToken(caller, { name: 'Salt', symbol: 'SALT', supply: '5', ...spoilt }),
  ],
  [
    'createDrop',
    NEW_DROP_FIELDS,
    ({ dropkit, caller, tokenId }, spoilt) => dropkit.createDrop(caller, { ...newDrop(tokenId), ...spoilt }),
  ],
  [
    'updateDrop',
    NEW_DROP_FIELDS,
    ({ dropkit, caller, dropId }, spoilt) => dropkit.updateDrop(caller, dropId, spoilt),
  ],
  [
    'claimDrop',
    ['dropId', 'userAddress', 'amount'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.claimDrop(caller, { dropId, userAddress: '0x1', ...spoilt }),
  ],
  [
    'claimRandomDrop',
    ['dropId', 'userAddress'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.claimRandomDrop(caller, { dropId, userAddress: '0x1', ...spoilt }),
  ],
  [
    'confirmClaim',
    ['claimId', 'txHash'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.confirmClaim(caller, { claimId: `${dropId}_1`, txHash: 'x', ...spoilt }),
  ],
  [
    'checkEligibility',
    ['dropId', 'walletAddress'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.checkEligibility(caller, { dropId, walletAddress: '0x1', ...spoilt }),
  ],
  [
    'updateGatingConfig',
    ['isActive', 'rules'],
    ({ dropkit, caller, dropId }, spoilt) => dropkit.updateGatingConfig(caller, dropId, spoilt),
  ],
  [
    'updateGatingConfig, of a rule,',
    ['key', 'operator', 'value', 'description'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.updateGatingConfig(caller, dropId, {
        rules: [{ key: 'account_age_days', operator: '>=', value: '7', ...spoilt }],
      }),
  ],
  [
    'createPaymentIntent',
    ['dropId', 'walletAddress', 'paymentMethod', 'quantity', 'metadata'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.createPaymentIntent(caller, {
        dropId,
        walletAddress: '0x1',
        paymentMethod: 'SUI',
        quantity: 1,
        ...spoilt,
      }),
  ],
  [
    'confirmPaymentIntent',
    ['id', 'txHash'],
    ({ dropkit, caller }, spoilt) => dropkit.confirmPaymentIntent(caller, { id: 'intent_1', ...spoilt }),
  ],
  [
    'processRefund',
    ['paymentIntentId', 'amount', 'reason'],
    ({ dropkit, caller }, spoilt) =>
      dropkit.processRefund(caller, { paymentIntentId: 'intent_1', amount: '1', ...spoilt } as never),
  ],
  [
    'withdrawProceeds',
    ['dropId', 'toAddress'],
    ({ dropkit, caller, dropId }, spoilt) =>
      dropkit.withdrawProceeds(caller, { dropId, toAddress: '0x1', ...spoilt }),
  ],
  [
    'createWebhook',
    ['url', 'events', 'isActive'],
    ({ dropkit, caller }, spoilt) =>
      dropkit.createWebhook(caller, { url: 'https://hooks.example/', events: ['*'], ...spoilt }),
  ],
  [
    'createApiKey',
    ['name', 'project', 'requestsPerMinute'],
    ({ dropkit, caller }, spoilt) => dropkit.createApiKey(caller, { name: 'second', ...spoilt }),
  ],
  [
    'uploadFile',
    ['file', 'filename', 'contentType'],
    ({ dropkit, caller }, spoilt) =>
      dropkit.uploadFile(caller, { file: 'aGk=', filename: 'a.txt', contentType: 'text/plain', ...spoilt }),
  ],
  [
    'updateProfile',
    ['displayName', 'bio', 'avatar'],
    ({ dropkit, caller }, spoilt) => dropkit.updateProfile(caller, spoilt),
  ],
  [
    'readDrop',
    ['id'],
    async ({ dropkit, caller }, spoilt) => ({
      ok: (await dropkit.readDrop(caller, (spoilt as never)['id'])) !== undefined,
    }),
  ],
  [
    'listDrops',
    ['limit', 'offset'],
    ({ dropkit, caller }, spoilt) => dropkit.listDrops(caller, {}, spoilt as never),
  ],
  ['authenticate', ['secret'], ({ dropkit }, spoilt) => dropkit.authenticate((spoilt as never)['secret'])],
]

it.each([
  ['key.name', { name: 5 }],
  ['key.project', { name: 'first', project: 5 }],
  ['requestsPerMinute', { name: 'first', requestsPerMinute: '5' }],
  ['key.secret', { name: 'first', secret: 5 }],
])('makes no user where %s is of another kind, and names it', async (field, key) => {
  const dropkit = createDropkit(createTestPorts())
  expect(await dropkit.createLocalUser({ username: 'otto', key: key as never })).toMatchObject({
    ok: false,
    error: { kind: 'bad_user_input', field },
  })
})

it.each(['yes', 1, {}])('changes no flag for a value that is not a boolean: %j', async (isActive) => {
  const { dropkit, caller, dropId } = await openWorld()
  const refused = { ok: false, error: { kind: 'bad_user_input', field: 'isActive' } }
  const url = 'https://hooks.example/'
  expect(
    await dropkit.createWebhook(caller, { url, events: ['*'], isActive: isActive as never }),
  ).toMatchObject(refused)
  const made = await dropkit.createWebhook(caller, { url, events: ['*'] })
  const id = made.ok ? made.value.webhook.id : ''
  expect(await dropkit.updateWebhook(caller, { id, isActive: isActive as never })).toMatchObject(refused)
  expect(await dropkit.updateGatingConfig(caller, dropId, { isActive: isActive as never })).toMatchObject(
    refused,
  )
})

describe.each(OPERATIONS)('%s', (_, fields, call) => {
  it.each(fields)('returns a result and throws nothing, for any value in %s', async (field) => {
    const world = await openWorld()
    const thrown: string[] = []
    for (const strange of STRANGE_VALUES) {
      try {
        expect(typeof ((await call(world, { [field]: strange })) as { ok?: unknown }).ok).toBe('boolean')
      } catch (error) {
        thrown.push(
          `${typeof strange} ${JSON.stringify(strange, (_, x) => (typeof x === 'bigint' ? 'n' : x))}: ${(error as Error).message}`,
        )
      }
    }
    expect(thrown).toEqual([])
  })
})

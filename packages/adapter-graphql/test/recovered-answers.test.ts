import { type Address, amountOf, type PaymentIntentId } from '@dropkit/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resolvers } from '../src/resolvers/index.ts'
import { type Api, launchClaim, launchDrop, launchLottery, launchToken, openApi, walletOf } from './api.ts'

const LEASE_MS = 60_000
const LINK = 'A'.repeat(43)

/** Mutations that are safe to run again. */
const WITHOUT_EFFECT = [
  'prepareTokenDeployment',
  'prepareDropFunding',
  'updateDropKey',
  'prepareClaim',
  'prepareSponsoredClaim',
  'retryJob',
  'testWebhook',
  'resendWebhookDelivery',
]

let api: Api
/** A server that dies between the effect and its answer leaves this behind: the one, and not the other. */
let dies: boolean
let keys = 0
/** The mutations whose answers were lost and recovered. */
const recoveredMutations = new Set<string>()

beforeEach(async () => {
  dies = false
  /** The keys and fences of requests whose server has died. */
  const dead = new Set<string>()
  api = await openApi(undefined, {
    idempotency: {
      begin: (...given) => api.ports.idempotency.begin(...given),
      answer: async (lease, answer) => {
        if (dies) dead.add(`${lease.key} ${lease.fence}`)
        if (dead.has(`${lease.key} ${lease.fence}`)) throw new Error('the server has died')
        return api.ports.idempotency.answer(lease, answer)
      },
      tookEffect: (...given) => api.ports.idempotency.tookEffect(...given),
      forget: async (lease) => {
        if (dead.has(`${lease.key} ${lease.fence}`)) throw new Error('the server has died')
        return api.ports.idempotency.forget(lease)
      },
    },
  })
})
afterEach(() => api.app.close())

/** What a request shows that was lost with its server, and what it shows when it is sent again. */
async function loseAnswer(query: string, variables: object, key = api.key) {
  const headers = { 'idempotency-key': `key-${++keys}` }
  const call = () => api.call(query, variables, { headers, key })
  dies = true
  const lost = await call()
  expect(lost.body.errors).toBeUndefined()
  dies = false
  expect((await call()).status).toBe(409)
  api.ports.clock.advance(LEASE_MS)
  const events = await eventCount()
  const recovered = await call()
  expect(recovered.body.errors).toBeUndefined()
  expect(recovered).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
  expect(await eventCount(), 'nothing is done again').toBe(events)
  expect((await call()).body, 'it is kept from then on').toEqual(recovered.body)
  const [field = ''] = Object.keys(lost.body.data)
  recoveredMutations.add(field)
  return { lost: lost.body.data[field], recovered: recovered.body.data[field] }
}

async function expectSame(query: string, variables: object, key = api.key) {
  const { lost, recovered } = await loseAnswer(query, variables, key)
  expect(recovered).toEqual(lost)
  return recovered
}

const eventCount = () => api.ports.memory.state.events.length

const mutation = (name: string, input: string, fields: string) =>
  `mutation ($input: ${input}!) { ${name}(input: $input) ${fields} }`

/** The claimer uses its voucher; the service is not told. */
async function takeOnChain(claimId: string): Promise<string> {
  const known = await api.dropkit.authenticate(api.key)
  if (!known.ok) throw new Error('not authenticated')
  const granted = await api.dropkit.recoverClaim(known.value.caller, claimId)
  if (!granted.ok || !granted.value.voucher) throw new Error('no voucher')
  return api.ports.memoryChain.wallet.claim(granted.value.voucher).txHash
}

async function priced(): Promise<string> {
  return launchDrop(api, { price: 1, currency: 'SUI' })
}

async function newIntent(dropId: string): Promise<string> {
  const query = mutation('createPaymentIntent', 'CreatePaymentIntentInput', '{ id }')
  const input = { dropId, walletAddress: walletOf(1), paymentMethod: 'SUI' }
  return (await api.data(query, { input })).createPaymentIntent.id
}

async function payFor(intentId: string, payer?: Address): Promise<string> {
  const id = intentId as PaymentIntentId
  const intent = (await api.ports.store.paymentIntents([id])).get(id)
  if (!intent) throw new Error('no intent')
  const { wallet } = api.ports.memoryChain
  const amount = amountOf(intent.unitPrice * BigInt(intent.quantity))
  const from = payer ?? intent.wallet
  wallet.faucet(from, intent.coinType, amount)
  return wallet.transfer(from, intent.recipient, intent.coinType, amount, null).txHash
}

const CONFIRM =
  'mutation ($id: ID!, $txHash: String!) { confirmPaymentIntent(id: $id, txHash: $txHash) { id status txHash } }'

async function newPaidIntent(dropId: string): Promise<string> {
  const id = await newIntent(dropId)
  await api.data(CONFIRM, { id, txHash: await payFor(id) })
  return id
}

// The last test checks what the others have tried.
describe('a lost answer is rebuilt from the record of', { shuffle: false }, () => {
  test('a token that was made', async () => {
    const input = { name: 'Gold', symbol: 'GLD', supply: '1000000' }
    await expectSame(mutation('createToken', 'CreateTokenInput', '{ id name totalSupply creator { id } }'), {
      input,
    })
    expect((await api.data('{ tokens { id } }')).tokens).toHaveLength(1)
  })

  test('a token that was deployed', async () => {
    const tokenId = await launchToken(api)
    const prepare = mutation('prepareTokenDeployment', 'PrepareTokenDeploymentInput', '{ transactionBytes }')
    const given = { input: { tokenId, senderAddress: walletOf(5) } }
    const { transactionBytes } = (await api.data(prepare, given)).prepareTokenDeployment
    const { txHash } = api.ports.memoryChain.wallet.execute(walletOf(5) as never, transactionBytes)
    const query = mutation(
      'confirmTokenDeployment',
      'ConfirmTokenDeploymentInput',
      '{ id status address packageId coinType }',
    )
    expect(await expectSame(query, { input: { tokenId, txHash } })).toMatchObject({
      status: 'DEPLOYED',
      address: expect.stringMatching(/^0x/),
      packageId: expect.stringMatching(/^0x/),
      coinType: expect.stringMatching(/^0x/),
    })
  })

  test('a drop that was made, changed, given rules and deleted', async () => {
    const existingTokenId = await launchToken(api)
    const input = {
      title: 'Rain',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1000',
      tokenAmount: '10',
      existingTokenId,
    }
    const { id } = await expectSame(
      mutation('createDrop', 'CreateDropInput', '{ id title status token { id } }'),
      { input },
    )
    await expectSame('mutation ($id: ID!) { updateDrop(id: $id, input: { title: "Hail" }) { id title } }', {
      id,
    })
    const rules = [{ key: 'claim_count', operator: '>=', value: '1' }]
    await expectSame(
      'mutation ($id: ID!, $rules: [GatingRuleInput!]) { updateGatingConfig(dropId: $id, input: { rules: $rules }) { id rules { key } } }',
      { id, rules },
    )
    const exemption = await expectSame(
      mutation('grantExemption', 'GrantExemptionInput', '{ id reason revokedAt }'),
      { input: { dropId: id, walletAddress: walletOf(1), reason: 'a friend' } },
    )
    await expectSame('mutation ($id: ID!) { revokeExemption(id: $id) { id revokedAt } }', {
      id: exemption.id,
    })
    expect(await expectSame('mutation ($id: ID!) { deleteDrop(id: $id) }', { id })).toBe(true)
    expect((await api.data('{ drops { id } }')).drops).toHaveLength(0)
  })

  test('a claim, with the very same voucher', async () => {
    const dropId = await launchDrop(api)
    const input = { dropId, userAddress: walletOf(1) }
    const fields =
      '{ claim { id amount status } claimParams { amount nonce expiry signature } dropInfo { coinType } }'
    await expectSame(mutation('claimDrop', 'ClaimDropInput', fields), { input })
    const other = { input: { dropId, userAddress: walletOf(2) } }
    await expectSame(mutation('createClaim', 'CreateClaimInput', '{ id amount status expiresAt }'), other)
    const drop = await api.data('query ($id: ID!) { drop(id: $id) { claimedAmount } }', { id: dropId })
    expect(drop.drop.claimedAmount).toBe('20')
  })

  test('a claim that was confirmed', async () => {
    const dropId = await launchDrop(api)
    const claimId = await launchClaim(api, dropId, walletOf(1))
    const txHash = await takeOnChain(claimId)
    const query = mutation('confirmClaim', 'ConfirmClaimInput', '{ id status txHash claimedAt }')
    expect(await expectSame(query, { input: { claimId, txHash } })).toMatchObject({ status: 'CONFIRMED' })
  })

  test('a draw', async () => {
    const dropId = await launchDrop(api, { tokenAmount: '0', supply: 10 })
    const fields = '{ success message code claimedAmount claim { id } }'
    const query = mutation('claimRandomDrop', 'ClaimRandomDropInput', fields)
    await expectSame(query, { input: { dropId, userAddress: walletOf(1) } })
  })

  test('a payment intent that was made, paid, and cancelled', async () => {
    const dropId = await priced()
    const input = { dropId, walletAddress: walletOf(1), paymentMethod: 'SUI' }
    const fields = '{ id intentId status amountAtomic }'
    const query = mutation('createPaymentIntent', 'CreatePaymentIntentInput', fields)
    const { id } = await expectSame(query, { input })
    const txHash = await payFor(id)
    expect(await expectSame(CONFIRM, { id, txHash })).toMatchObject({ status: 'CONFIRMED', txHash })
    const other = await newIntent(dropId)
    await expectSame('mutation ($id: ID!) { cancelPaymentIntent(id: $id) { id status } }', { id: other })
  })

  test.each(['id', 'intentId'])(
    'a payment intent that was confirmed, cancelled, and approved by its %s',
    async (name) => {
      const dropId = await priced()
      const named = async (id: string): Promise<string> =>
        (await api.data(`query ($id: ID!) { paymentIntent(id: $id) { ${name} } }`, { id })).paymentIntent[
          name
        ]
      const change = async (field: string, id: string, status: string) => {
        const query = `mutation ($id: ID!) { ${field}(id: $id) { id status } }`
        expect(await expectSame(query, { id: await named(id) })).toEqual({ id, status })
      }
      const paid = await newIntent(dropId)
      await payFor(paid)
      await change('confirmPaymentIntent', paid, 'CONFIRMED')
      await change('cancelPaymentIntent', await newIntent(dropId), 'CANCELLED')
      const reviewed = await newIntent(dropId)
      await api.data(CONFIRM, { id: reviewed, txHash: await payFor(reviewed, walletOf(2) as Address) })
      await change('approvePaymentIntent', reviewed, 'CONFIRMED')
    },
  )

  test('a drop that was cancelled, with the intents on it', async () => {
    const id = await priced()
    await newIntent(id)
    const query = 'mutation ($id: ID!) { updateDrop(id: $id, input: { status: CANCELLED }) { id status } }'
    expect(await expectSame(query, { id })).toEqual({ id, status: 'CANCELLED' })
  })

  test('a refund', async () => {
    const paymentIntentId = await newPaidIntent(await priced())
    const fields = '{ id status amountAtomic paymentIntent { id } }'
    await expectSame(mutation('processRefund', 'ProcessRefundInput', fields), { input: { paymentIntentId } })
  })

  test('a payout', async () => {
    const dropId = await priced()
    await newPaidIntent(dropId)
    const claimId = await launchClaim(api, dropId, walletOf(1))
    const txHash = await takeOnChain(claimId)
    const confirm = mutation('confirmClaim', 'ConfirmClaimInput', '{ id }')
    await api.data(confirm, { input: { claimId, txHash } })
    const query = mutation(
      'withdrawProceeds',
      'WithdrawProceedsInput',
      '{ id status amountAtomic toAddress }',
    )
    await expectSame(query, { input: { dropId, toAddress: walletOf(7) } })
  })

  test('a refund and a payout that were retried', async () => {
    const paymentIntentId = await newPaidIntent(await priced())
    const refund = (
      await api.data(mutation('processRefund', 'ProcessRefundInput', '{ id }'), {
        input: { paymentIntentId, amountAtomic: '1' },
      })
    ).processRefund
    const { store, memoryChain } = api.ports
    const intentId = paymentIntentId as PaymentIntentId
    const intent = (await store.paymentIntents([intentId])).get(intentId)
    if (!intent) throw new Error('no intent')
    const { coinType, wallet } = intent
    const retried = async (name: string, id: string) => {
      memoryChain.wallet.deny(wallet, coinType)
      for (let run = 0; run < 5; run++) {
        api.ports.clock.advance(1_000)
        await api.dropkit.runDueJobs()
      }
      memoryChain.wallet.deny(wallet, coinType, false)
      const query = `mutation ($id: ID!) { ${name}(id: $id) { id status attempts lastError } }`
      expect(await expectSame(query, { id })).toMatchObject({ id, status: 'PENDING', attempts: 0 })
    }
    await retried('retryRefund', refund.id)
    const sold = await priced()
    await newPaidIntent(sold)
    const claimId = await launchClaim(api, sold, walletOf(1))
    const txHash = await takeOnChain(claimId)
    await api.data(mutation('confirmClaim', 'ConfirmClaimInput', '{ id }'), { input: { claimId, txHash } })
    const input = { dropId: sold, toAddress: wallet }
    const withdraw = mutation('withdrawProceeds', 'WithdrawProceedsInput', '{ id }')
    await retried('retryPayout', (await api.data(withdraw, { input })).withdrawProceeds.id)
  })

  test('unmatched payments that the operator has assigned and returned', async () => {
    const { dropkit, ports } = api
    const { key: admin } = await api.newUser('admin')
    const intentIds = [await newIntent(await priced()), await newIntent(await priced())]
    for (const [n, id] of intentIds.entries()) {
      const intent = (await ports.store.paymentIntents([id as PaymentIntentId])).get(id as PaymentIntentId)
      if (!intent) throw new Error('no intent')
      const { faucet, transfer } = ports.memoryChain.wallet
      const amount = amountOf(BigInt(n + 1))
      faucet(intent.wallet, intent.coinType, amount)
      transfer(intent.wallet, intent.recipient, intent.coinType, amount, null)
    }
    await ports.jobs.request([
      { kind: 'watch_payments', subject: 'chain', ownerId: null, dueAt: ports.clock.now() },
    ])
    for (let run = 0; run < 3; run++) {
      ports.clock.advance(1_000)
      await dropkit.runDueJobs()
    }
    const listed = (await api.data('{ unmatchedPayments { id } }', {}, { key: admin })).unmatchedPayments
    expect(listed).toHaveLength(2)
    const [one, other] = listed
    const fields = '{ id state paymentIntentId txHash }'
    const assign = mutation('assignUnmatchedPayment', 'AssignUnmatchedPaymentInput', fields)
    const input = { id: one.id, paymentIntentId: intentIds[0] }
    expect(await expectSame(assign, { input }, admin)).toMatchObject({ id: one.id, state: 'ASSIGNED' })
    const giveBack = `mutation ($id: ID!) { returnUnmatchedPayment(id: $id) ${fields} }`
    expect(await expectSame(giveBack, { id: other.id }, admin)).toMatchObject({ state: 'RETURNING' })
  })

  test('a webhook, its secret too', async () => {
    const input = { url: 'https://hooks.example/x', events: ['drop.*'] }
    const fields = '{ id url events secret isActive }'
    await expectSame(mutation('registerWebhook', 'RegisterWebhookInput', fields), { input })
    const { id, secret } = await expectSame(mutation('createWebhook', 'CreateWebhookInput', fields), {
      input,
    })
    expect(secret).toMatch(/^whsec_/)
    const rotated = await expectSame(`mutation ($id: ID!) { rotateWebhookSecret(id: $id) ${fields} }`, { id })
    expect(rotated.secret).not.toBe(secret)
    const changes = { id, isActive: false }
    const updated = await expectSame(mutation('updateWebhook', 'UpdateWebhookInput', fields), {
      input: changes,
    })
    expect(updated).toMatchObject({ isActive: false, secret: null })
    expect(await expectSame(mutation('deleteWebhook', 'DeleteWebhookInput', ''), { input: { id } })).toBe(
      true,
    )
  })

  test('an upload and a profile', async () => {
    const input = {
      file: Buffer.from('hello').toString('base64'),
      filename: 'a.txt',
      contentType: 'text/plain',
    }
    const upload = mutation('uploadFile', 'UploadFileInput', '{ url filename size contentType }')
    const { url } = await expectSame(upload, { input })
    const remove = 'mutation ($url: String!) { deleteFile(input: { url: $url }) }'
    expect(await expectSame(remove, { url })).toBe(true)
    expect((await api.call(remove, { url })).body.errors?.[0]?.message).toBe('File not found')
    const profile = { displayName: 'Ann' }
    const query = mutation('updateProfile', 'UpdateProfileInput', '{ id displayName }')
    expect(await expectSame(query, { input: profile })).toMatchObject({ displayName: 'Ann' })
  })

  test('a key, with the secret that was lost, and of its end', async () => {
    const query = 'mutation { createApiKey(input: { name: "ci" }) { secret apiKey { id name } } }'
    const { lost, recovered } = await loseAnswer(query, {})
    expect(recovered).toEqual(lost)
    const status = async (key: string) => (await api.call('{ me { id } }', {}, { key })).status
    expect(await status(recovered.secret)).toBe(200)
    expect((await api.data('{ apiKeys { id } }')).apiKeys).toHaveLength(2)
    const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
    expect(await expectSame(revoke, { id: recovered.apiKey.id })).toBe(true)
    expect(await status(recovered.secret)).toBe(401)
  })

  test('a publishable key', async () => {
    const query = mutation('createPublishableKey', 'CreatePublishableKeyInput', '{ secret apiKey { id } }')
    await expectSame(query, { input: { name: 'page', origins: ['https://shop.example'] } })
  })

  test('claim links that were made and revoked', async () => {
    const dropId = await launchDrop(api)
    const create = mutation('createClaimLinks', 'CreateClaimLinksInput', '{ count secret urls }')
    expect(await expectSame(create, { input: { dropId, count: 1 } })).toMatchObject({ count: 1 })
    const input = { dropId, publicKeys: [LINK] }
    await expectSame(create, { input })
    const revoke = mutation('revokeClaimLinks', 'RevokeClaimLinksInput', '')
    expect(await expectSame(revoke, { input: { dropId, ids: [LINK] } })).toBe(1)
  })

  test('an entry in a lottery', async () => {
    const input = { dropId: await launchLottery(api), userAddress: walletOf(1) }
    await expectSame(mutation('enterDrop', 'EnterDropInput', '{ userAddress enteredAt state }'), { input })
  })

  // Fails if the use case of a new mutation states no effect, because then its answer is not recovered.
  test('every mutation that can be recovered', () => {
    const untried = Object.keys(resolvers.Mutation).filter(
      (name) => !recoveredMutations.has(name) && !WITHOUT_EFFECT.includes(name),
    )
    // Not tried here: these need a link's signature, or a sponsor.
    expect(untried.sort()).toEqual(['claimWithLink', 'submitSponsoredClaim'])
  })
})

describe('a request that outlives its lease', () => {
  const CREATE = 'mutation { createToken(input: { name: "A", symbol: "A", supply: "1" }) { id } }'
  const headers = { 'idempotency-key': 'slow' }

  test('writes nothing after another request has taken over, and asks the client to retry', async () => {
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isFirst = true
    const slow = await openApi((store) => ({
      ...store,
      async create(change) {
        if (isFirst && change.insert?.tokens) {
          isFirst = false
          await waiting
        }
        return store.create(change)
      },
    }))
    const first = slow.call(CREATE, {}, { headers })
    while (isFirst) await new Promise((resolve) => setTimeout(resolve, 1))
    slow.ports.clock.advance(LEASE_MS)
    const second = await slow.call(CREATE, {}, { headers })
    expect(second.status).toBe(200)
    goOn()
    const late = await first
    expect(late.status).toBe(409)
    expect(late.body.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_IN_PROGRESS' } }])
    expect((await slow.call(CREATE, {}, { headers })).body).toEqual(second.body)
    expect((await slow.data('{ tokens { id } }')).tokens).toHaveLength(1)
    await slow.app.close()
  })
})

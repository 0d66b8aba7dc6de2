// The whole life of drops with CHAIN=sui: a real server, a node, and wallets that use only these two.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_CLAIM, CREATE_DROP, type Data, soon, UPDATE_DROP } from './end-to-end/world.ts'
import { eventually } from './support/drops.ts'
import { ask } from './support/http.ts'
import { claimTransaction, deployToken, ONE_SUI, SUI, type Sui, startSui } from './support/sui.ts'

const SETTLED_MS = 30_000
const E_BAD_SIGNATURE = '2'
const E_NONCE_USED = '4'

const BUY = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) {
  id intentId recipientAddress coinType amountAtomic
} }`
const INTENT = `query ($id: ID!) { paymentIntent(id: $id) {
  status statusReason txHash refunds { amountAtomic status txHash }
} }`
const REFUND = 'mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id status } }'
const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success message claimedAmount }
}`
const CLAIMS = `query ($id: ID!) { drop(id: $id) {
  claims(limit: 200) { sequence userAddress amount status txHash }
} }`
const DELETE = 'mutation ($id: ID!) { deleteDrop(id: $id) }'
const FUND = `mutation ($input: PrepareDropFundingInput!) {
  prepareDropFunding(input: $input) { transactionBytes }
}`

/**
 * Creates drops with common defaults: a pool of 100 and 10 per claim. `launchFilled` also waits until the vault is filled.
 */
const createLauncher = (sui: () => Sui) => {
  const launch = async (tokenId: string, input: object = {}): Promise<string> => {
    const standard = { type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100', tokenAmount: '10' }
    const named = { title: 'Pepper for all', existingTokenId: tokenId, ...standard, ...input }
    return (await sui().world.ask(CREATE_DROP, { input: named })).createDrop.id
  }
  const launchFilled = async (
    tokenId: string,
    input: { readonly maxAmount?: string; readonly [field: string]: unknown } = {},
  ) => {
    const dropId = await launch(tokenId, input)
    const tokenBalance = input.maxAmount ?? '100'
    await soon(async () => expect(await sui().world.drop(dropId)).toMatchObject({ tokenBalance }), SETTLED_MS)
    return dropId
  }
  return { launch, launchFilled }
}

/** Claims as soon as the vault is filled, and returns the result. */
const claimWhenReady = async ({ world }: Sui, dropId: string, wallet: string): Promise<Data> => {
  let granted: Data
  await soon(async () => {
    granted = await world.claim(dropId, wallet)
  }, SETTLED_MS)
  return granted
}

const expectConfirmed = ({ world }: Sui, { claim }: Data) =>
  soon(async () => expect(await world.statusOfClaim(claim.id)).toBe('CONFIRMED'), SETTLED_MS)

const readClaims = async ({ world }: Sui, id: string): Promise<Data[]> =>
  (await world.ask(CLAIMS, { id })).drop.claims
const readIntent = async ({ world }: Sui, id: string): Promise<Data> =>
  (await world.ask(INTENT, { id })).paymentIntent

describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
  let sui: Sui
  let token: Data
  const { launch, launchFilled } = createLauncher(() => sui)

  beforeAll(async () => {
    sui = await startSui({ database, env: { SUI_SPONSOR_BUDGET_MIST: String(ONE_SUI) } })
    token = await deployToken(sui)
  })
  afterAll(() => sui?.stop())

  it('a claim goes from its voucher to the chain and is confirmed by the chain only', async () => {
    expect(token).toMatchObject({ status: 'DEPLOYED', totalSupply: '1000000' })
    const operatorsBefore = await sui.balance(sui.operator, token.coinType)
    const dropId = await launch(token.id)
    const wallet = await sui.wallet()
    const address = wallet.toSuiAddress()
    const granted = await claimWhenReady(sui, dropId, address)
    expect(granted.dropInfo).toMatchObject({ packageId: sui.packageId, coinType: token.coinType })
    expect(await sui.balance(sui.operator, token.coinType)).toBe(operatorsBefore - 100n)

    const taken = await sui.execute(wallet, await claimTransaction(sui, address, granted))
    expect(taken.failure).toBeNull()
    expect(await sui.balance(address, token.coinType)).toBe(10n)
    await expectConfirmed(sui, granted)
    expect(await sui.world.drop(dropId)).toMatchObject({ tokenBalance: '90', claimedAmount: '10' })
    expect(await readClaims(sui, dropId)).toMatchObject([{ txHash: taken.digest, userAddress: address }])

    const again = await sui.executeUntried(wallet, await claimTransaction(sui, address, granted))
    expect(again.failure).toMatchObject({ abortCode: E_NONCE_USED })
    expect(await sui.balance(address, token.coinType)).toBe(10n)
  })

  it('a wallet without SUI claims from a SPONSORED drop with one signature, and the operator pays the gas', async () => {
    const dropId = await launchFilled(token.id, { delivery: 'SPONSORED' })
    const wallet = new Ed25519Keypair()
    const address = wallet.toSuiAddress()
    const granted = await claimWhenReady(sui, dropId, address)
    const prepare =
      'mutation ($id: ID!) { prepareSponsoredClaim(claimId: $id) { transactionBytes sponsorship } }'
    const { prepareSponsoredClaim: offer } = await sui.world.ask(prepare, { id: granted.claim.id })
    const { signature } = await wallet.signTransaction(fromBase64(offer.transactionBytes))
    const input = { sponsorship: offer.sponsorship, signature }
    const submit = `mutation ($input: SubmitSponsoredClaimInput!) {
        submitSponsoredClaim(input: $input) { id status txHash }
      }`
    const { submitSponsoredClaim: claim } = await sui.world.ask(submit, { input })
    expect(claim).toMatchObject({ id: granted.claim.id, status: 'CONFIRMED' })
    expect(await sui.world.ask(submit, { input })).toEqual({ submitSponsoredClaim: claim })
    expect(await sui.balance(address, token.coinType)).toBe(10n)
    expect(await sui.balance(address, SUI)).toBe(0n)
    expect(sui.node.transactions().filter(({ sender }) => sender === address)).toHaveLength(1)
  })

  if (database === 'postgres') return

  it('random claims are delivered by the operator, many to a transaction', async () => {
    const dropId = await launchFilled(token.id, { tokenAmount: '0', supply: 20, maxAmount: '1000' })
    const wallets = Array.from({ length: 20 }, () => sui.world.wallet())
    const answers = await Promise.all(
      wallets.map((userAddress) => sui.world.ask(CLAIM_RANDOM, { dropId, userAddress })),
    )
    for (const { claimRandomDrop } of answers) expect(claimRandomDrop).toMatchObject({ success: true })
    const claims = await eventually(
      () => readClaims(sui, dropId),
      (all) => all.every(({ status }: Data) => status === 'CONFIRMED'),
      SETTLED_MS,
    )
    expect(new Set(claims.map(({ txHash }) => txHash)).size).toBeLessThan(10)
    for (const { userAddress, amount } of claims)
      expect(await sui.balance(userAddress, token.coinType)).toBe(BigInt(amount))
    expect(claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(1000n)
  })

  it('a payment with or without a memo confirms its intent, and is refunded', async () => {
    const dropId = await launchFilled(token.id, { price: 0.5 })
    const buy = async (walletAddress: string): Promise<Data> =>
      (await sui.world.ask(BUY, { input: { dropId, walletAddress, paymentMethod: 'SUI' } }))
        .createPaymentIntent
    const confirmed = (id: string, txHash: string) =>
      soon(
        async () =>
          expect(await readIntent(sui, id)).toMatchObject({
            status: 'CONFIRMED',
            statusReason: null,
            txHash,
          }),
        SETTLED_MS,
      )

    const plain = await sui.wallet()
    const first = await buy(plain.toSuiAddress())
    expect(first).toMatchObject({
      recipientAddress: sui.treasury,
      coinType: SUI,
      amountAtomic: '500000000',
    })
    const transfer = new Transaction()
    const [half] = transfer.splitCoins(transfer.gas, [transfer.pure.u64(first.amountAtomic)])
    transfer.transferObjects([half], first.recipientAddress)
    await confirmed(first.id, (await sui.execute(plain, transfer)).digest)

    // Without its memo, the payment would be matched to the older intent.
    const naming = await sui.wallet()
    const older = await buy(naming.toSuiAddress())
    const newer = await buy(naming.toSuiAddress())
    const memo = new Transaction()
    const [coin] = memo.splitCoins(memo.gas, [memo.pure.u64(newer.amountAtomic)])
    memo.moveCall({
      target: `${sui.packageId}::payment::pay`,
      typeArguments: [SUI],
      arguments: [
        coin,
        memo.pure.address(newer.recipientAddress),
        memo.pure.vector('u8', new TextEncoder().encode(newer.intentId)),
      ],
    })
    await confirmed(newer.id, (await sui.execute(naming, memo)).digest)
    expect(await readIntent(sui, older.id)).toMatchObject({ status: 'PENDING', txHash: null })

    const before = await sui.balance(plain.toSuiAddress(), SUI)
    await sui.world.ask(REFUND, { input: { paymentIntentId: first.id, amountAtomic: '200000000' } })
    await soon(
      async () =>
        expect(await readIntent(sui, first.id)).toMatchObject({
          status: 'PARTIALLY_REFUNDED',
          refunds: [{ amountAtomic: '200000000', status: 'SUCCEEDED', txHash: expect.any(String) }],
        }),
      SETTLED_MS,
    )
    expect(await sui.balance(plain.toSuiAddress(), SUI)).toBe(before + ONE_SUI / 5n)
  })

  it('a new key invalidates old vouchers on the chain and signs new ones', async () => {
    const dropId = await launchFilled(token.id)
    const wallet = await sui.wallet()
    const address = wallet.toSuiAddress()
    const before = await sui.world.claim(dropId, address)
    const rotated = await ask(`${sui.server.url}/drops/${dropId}/rotate-key`, {
      body: { reason: 'it leaked' },
      key: sui.server.apiKey,
    })
    expect(rotated).toMatchObject({
      status: 200,
      json: { success: true, transactionDigest: expect.any(String) },
    })
    const refused = await sui.executeUntried(wallet, await claimTransaction(sui, address, before))
    expect(refused.failure).toMatchObject({ abortCode: E_BAD_SIGNATURE })
    const named = { claimId: before.claim.id, txHash: refused.digest }
    expect((await sui.world.refusal(CONFIRM_CLAIM, named)).extensions.code).toBe('TX_FAILED')
    const after = await sui.world.claim(dropId, address)
    expect(after.claimParams).toMatchObject({ amount: '10', nonce: before.claimParams.nonce })
    expect((await sui.execute(wallet, await claimTransaction(sui, address, after))).failure).toBeNull()
    await expectConfirmed(sui, after)
  })

  it('a larger pool is put into the vault from the reserve', async () => {
    const dropId = await launchFilled(token.id)
    await sui.world.ask(UPDATE_DROP, { id: dropId, input: { maxAmount: '300' } })
    await soon(
      async () => expect(await sui.world.drop(dropId)).toMatchObject({ tokenBalance: '300' }),
      SETTLED_MS,
    )
  })

  it('a transaction that is not final yet confirms nothing', async () => {
    const dropId = await launchFilled(token.id)
    const wallet = await sui.wallet()
    const address = wallet.toSuiAddress()
    const granted = await sui.world.claim(dropId, address)
    sui.node.holdFinality()
    const taken = await sui.execute(wallet, await claimTransaction(sui, address, granted))
    expect(taken.failure).toBeNull()
    const readings = sui.node.calls('ListTransactions')
    await soon(
      async () => expect(sui.node.calls('ListTransactions')).toBeGreaterThan(readings + 4),
      SETTLED_MS,
    )
    const named = { claimId: granted.claim.id, txHash: taken.digest }
    expect((await sui.world.refusal(CONFIRM_CLAIM, named)).extensions).toMatchObject({
      code: 'TX_NOT_FOUND',
      retryable: true,
    })
    expect(await sui.world.statusOfClaim(granted.claim.id)).toBe('PENDING')
    sui.node.releaseFinality()
    await expectConfirmed(sui, granted)
  })

  it('a deleted drop returns the remainder to its funders', async () => {
    const dropId = await launchFilled(token.id)
    const funder = await sui.wallet()
    const lent = await launch(token.id, { claimAccess: 'OPEN', maxAmount: '60', tokenAmount: '60' })
    const granted = await claimWhenReady(sui, lent, funder.toSuiAddress())
    await sui.execute(funder, await claimTransaction(sui, funder.toSuiAddress(), granted))
    const { prepareDropFunding } = await sui.world.ask(FUND, {
      input: { dropId, senderAddress: funder.toSuiAddress(), amount: '60' },
    })
    const deposit = await sui.execute(funder, Transaction.from(prepareDropFunding.transactionBytes))
    expect(deposit.failure).toBeNull()
    expect(await sui.balance(funder.toSuiAddress(), token.coinType)).toBe(0n)

    const wallet = await sui.wallet()
    const claim = await sui.world.claim(dropId, wallet.toSuiAddress())
    await sui.execute(wallet, await claimTransaction(sui, wallet.toSuiAddress(), claim))
    await expectConfirmed(sui, claim)
    const operatorsBefore = await sui.balance(sui.operator, token.coinType)
    expect((await sui.world.ask(DELETE, { id: dropId })).deleteDrop).toBe(true)
    // 160 were deposited and 150 are left. The funder had deposited 60 of the 160.
    const share = (150n * 60n) / 160n
    await soon(
      async () => expect(await sui.balance(funder.toSuiAddress(), token.coinType)).toBe(share),
      SETTLED_MS,
    )
    expect(await sui.balance(sui.operator, token.coinType)).toBe(operatorsBefore + 150n - share)
  })

  it('a drop of pieces mints the pieces of its vouchers, numbered and named', async () => {
    const dropId = await launch(token.id, {
      type: 'NFT',
      title: 'Pepper mill',
      collection: {
        pieceImageUrl: 'https://pepper.example/{number}.png',
        attributes: [{ name: 'Wood', value: 'beech' }],
        royaltyPercent: 2.5,
        owner: '0xc4ea',
      },
      maxAmount: '5',
      tokenAmount: '2',
    })
    const wallet = await sui.wallet()
    const address = wallet.toSuiAddress()
    const granted = await claimWhenReady(sui, dropId, address)
    expect(granted.claim).toMatchObject({ amount: '2' })
    const taken = await sui.execute(wallet, await claimTransaction(sui, address, granted))
    expect(taken.failure).toBeNull()
    await expectConfirmed(sui, granted)
    const type = `${sui.packageId}::nft_drop::Nft`
    const { objects } = await sui.client.listOwnedObjects({ owner: address, type })
    expect(objects).toHaveLength(2)
    const [{ type: pieceType } = { type: '' }] = objects
    expect(pieceType).toMatch(/::nft_drop::Nft<0x[0-9a-f]{64}::pepper_mill_\w+::PEPPER_MILL_\w+>$/)
    expect(await sui.world.drop(dropId)).toMatchObject({ tokenBalance: '3', claimedAmount: '2' })
    const rights = await sui.client.listOwnedObjects({ owner: '0xc4ea' })
    expect(rights.objects.map(({ type: right }) => right).sort()).toEqual([
      expect.stringContaining(`::display_registry::DisplayCap<${pieceType}>`),
      expect.stringContaining(`::transfer_policy::TransferPolicyCap<${pieceType}>`),
    ])
  })

  it('has nothing to complain of', () => {
    expect(sui.server.errorOutput()).not.toMatch(/"level":"(?:error|fatal)"/)
  })
})

import { type Address, type Amount, amountOf, type PaymentOnChain } from '@dropkit/core'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  amount,
  balanceIn,
  done,
  type OpenedChain,
  openAction,
  openVault,
  unwrap,
  vaultState,
  WALLET,
} from './chain-world.ts'
import { sampleAddress, sampleToken, sampleUser } from './sample-records.ts'

const tokenWith = (n: number, forDrops: Amount, forOwner: Amount, symbol = `TOK${n}`) =>
  sampleToken(sampleUser(1), n, {
    name: `Tökén "${n}"`,
    symbol,
    decimals: 6,
    totalSupply: amountOf(forDrops + forOwner),
    reserves: { communityDrops: forDrops, publicSale: forOwner, creator: amount(0) },
  })

/** The contract of a `Chain` for publishing tokens as coins, and for the ownership of coins. */
export function chainCoinContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  const publishedIn = async ({ chain }: OpenedChain, txHash: string) => {
    const outcome = unwrap(await chain.outcome(txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    return outcome.effects.published
  }

  async function deploy(world: OpenedChain, token: ReturnType<typeof tokenWith>) {
    const owner = await world.newWallet()
    const unsigned = unwrap(await world.chain.prepareTokenDeployment(token, owner))
    const deployed = await world.execute(owner, unsigned)
    assertTrue(deployed.kind === 'succeeded', 'the deployment')
    return { owner, unsigned, txHash: deployed.txHash }
  }

  test('publishes a token for its owner’s wallet, and says which token it is', async (world) => {
    const token = tokenWith(1, amount(600), amount(400))
    const { owner, unsigned, txHash } = await deploy(world, token)
    const [coin, ...others] = await publishedIn(world, txHash)
    const { coinType, packageId, address } = present(coin, 'the coin')
    const { symbol, decimals, totalSupply: supply } = token
    const expected = { tokenId: token.id, packageId, address, coinType, symbol, decimals, supply }
    assertEqual([coin, ...others], [expected])
    assertTrue(coinType.startsWith(`${packageId}::`), 'its type is of its package')
    assertEqual(unwrap(await world.chain.coin(coinType)), { coinType, packageId, address, symbol, decimals })
    assertEqual(await balanceIn(world, coinType, world.chain.operatorAddress), 600n, 'for drops')
    const again = await world.execute(owner, unsigned)
    assertEqual(again.kind === 'succeeded' && again.txHash, txHash, 'the same bytes publish once')
    assertEqual(await balanceIn(world, coinType, owner), 400n, 'for its owner')
    const opened = await openVault(world, amount(600), coinType)
    assertEqual((await vaultState(world, opened))?.balance, 600n, 'a vault filled from it')
  })

  for (const symbol of ['1INCH', 'a-b.c$d_', 'MOVE', 'FUN', '9', 'X'.repeat(32)]) {
    test(`publishes a token with the symbol ${symbol}`, async (world) => {
      const token = tokenWith(1, amount(1), amount(0), symbol)
      const { txHash } = await deploy(world, token)
      const [coin] = await publishedIn(world, txHash)
      assertEqual([coin?.tokenId, coin?.symbol], [token.id, symbol])
    })
  }

  test('distinguishes two tokens that differ only in their ids', async (world) => {
    const tokens = [1, 2].map((n) => tokenWith(n, amount(10), amount(5), 'SAME'))
    const coins = []
    for (const token of tokens) coins.push(...(await publishedIn(world, (await deploy(world, token)).txHash)))
    assertEqual(
      coins.map(({ tokenId }) => tokenId),
      tokens.map(({ id }) => id),
    )
    assertEqual(new Set(coins.map(({ coinType }) => coinType)).size, 2, 'types')
  })

  test('publishes as much of a token as there can be of one', async (world) => {
    const token = tokenWith(1, world.largestSupply, amount(0))
    const { txHash } = await deploy(world, token)
    const [coin] = await publishedIn(world, txHash)
    assertEqual(coin?.supply, world.largestSupply)
  })

  test('finds no token for a coin that a wallet publishes from its own module', async (world) => {
    const sender = await world.newWallet()
    const published = await world.publish(sender, { symbol: 'OWN', decimals: 6, supply: amount(1_000) })
    assertTrue(published.kind === 'succeeded', 'the publication')
    const coins = await publishedIn(world, published.txHash)
    assertEqual(
      coins.filter(({ tokenId }) => tokenId !== null),
      [],
    )
  })

  test('publishes a token as the coin that its vaults hold already', async (world) => {
    if (!world.chain.opensVaultsAtOnce) return
    const token = tokenWith(1, amount(600), amount(400))
    const { action } = await openAction(world, {
      tokenId: token.id,
      tokenSymbol: token.symbol,
      deposit: amount(50),
    })
    const [vault] = (await done(world, action)).effects.vaultsOpened
    const { txHash } = await deploy(world, token)
    const [coin] = await publishedIn(world, txHash)
    assertEqual(coin?.coinType, vault?.coinType)
  })

  test('knows a coin with holders, and no other', async (world) => {
    const coinType = await world.newCoin([{ owner: await world.newWallet(), amount: amount(1) }])
    assertEqual(unwrap(await world.chain.coin(coinType))?.coinType, coinType)
    assertEqual(unwrap(await world.chain.coin(`${sampleAddress(0x99)}::no::COIN`)), null)
    assertEqual(unwrap(await world.chain.coin('no coin at all')), null)
  })
}

/** What `paymentsAfter` answers. */
interface Page {
  readonly payments: readonly PaymentOnChain[]
  readonly cursor: string | null
}

/** The contract of a `Chain` for payments to the treasury. */
export function chainPaymentContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  /** A new wallet with 1,000 of a new coin. */
  async function newPayer(world: OpenedChain): Promise<{ wallet: Address; coinType: string }> {
    const wallet = await world.newWallet()
    return { wallet, coinType: await world.newCoin([{ owner: wallet, amount: amount(1_000) }]) }
  }

  async function pay(
    world: OpenedChain,
    { wallet, coinType }: { wallet: Address; coinType: string },
    value: number,
    memo: string | null = null,
  ): Promise<string> {
    const paid = await world.transfer(wallet, world.chain.treasuryAddress, coinType, amount(value), memo)
    assertTrue(paid.kind === 'succeeded', 'the payment goes through')
    return paid.txHash
  }

  const shown = (payment: PaymentOnChain) => [payment.from, payment.coinType, payment.amount, payment.memo]

  for (const memo of ['pi_1 ☂', null]) {
    const how = memo === null ? 'a plain transfer' : 'a payment with a memo'
    test(`shows ${how} to the treasury, completely, in every query`, async (world) => {
      const { treasuryAddress } = world.chain
      const payer = await newPayer(world)
      const { wallet, coinType } = payer
      const before = world.clock.now()
      const txHash = await pay(world, payer, 40, memo)
      const { payments } = unwrap(await world.chain.paymentsAfter(null, 10))
      const { at } = present(payments[0])
      assertTrue(at >= before && at <= world.clock.now(), 'it has the time of the chain')
      const payment = { from: wallet, to: treasuryAddress, coinType, amount: 40n, memo }
      assertEqual(payments, [{ ...payment, txHash, index: 0, at }])
      assertEqual(unwrap(await world.chain.paymentsFrom(wallet, 10)), payments)
      const outcome = unwrap(await world.chain.outcome(txHash))
      assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
      assertEqual(outcome.effects.payments, [payment])
      assertEqual([outcome.effects.at, outcome.effects.sender], [at, wallet])
      assertEqual(await balanceIn(world, coinType, treasuryAddress), 40n)
    })
  }

  test('tells two payments of one transaction apart by their indexes, in every query', async (world) => {
    if (world.transferAll === null) return
    const { chain } = world
    const wallet = await world.newWallet()
    const coins = []
    for (const value of [amount(30), amount(40)]) {
      const coinType = await world.newCoin([{ owner: wallet, amount: value }])
      coins.push({ coinType, amount: value })
    }
    const paid = await world.transferAll(wallet, chain.treasuryAddress, coins)
    assertTrue(paid.kind === 'succeeded', 'the payments go through')
    const { txHash } = paid
    const outcome = unwrap(await chain.outcome(txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    const { at, payments } = outcome.effects
    const expected = payments.map((payment, index) => ({ ...payment, txHash, index, at }))
    assertEqual(
      new Map(payments.map((payment) => [payment.coinType, payment.amount])),
      new Map(coins.map((coin) => [coin.coinType, coin.amount])),
      'coins',
    )
    for (const limit of [10, 1]) {
      const seen: PaymentOnChain[] = []
      for (let cursor: string | null = null; seen.length < 2; ) {
        const page: Page = unwrap(await chain.paymentsAfter(cursor, limit))
        assertTrue(page.payments.length > 0, 'both come')
        seen.push(...page.payments)
        cursor = page.cursor
      }
      assertEqual(seen, expected, `payments in pages of ${limit}`)
    }
    const sent = unwrap(await chain.paymentsFrom(wallet, 10))
    assertEqual(
      sent.toSorted((one, other) => one.index - other.index),
      expected,
      'the payments of the wallet',
    )
    assertEqual(unwrap(await chain.paymentsFrom(wallet, 1)).length, 1, 'its newest payment')
  })

  test('prepares payments for their payer, each paid once and seen with its memo', async (world) => {
    const { treasuryAddress } = world.chain
    const { wallet, coinType } = await newPayer(world)
    const payment = { coinType, amount: amount(499), to: treasuryAddress, memo: 'pi_1 ☂' }
    const bytes = unwrap(await world.chain.preparePayment(payment, wallet))
    assertEqual(unwrap(await world.chain.paymentsFrom(wallet, 1)), [], 'nothing is sent yet')
    const paid = await world.execute(wallet, bytes)
    assertTrue(paid.kind === 'succeeded', 'the payment goes through')
    await world.execute(wallet, bytes)
    const payments = unwrap(await world.chain.paymentsFrom(wallet, 10))
    assertEqual(payments, [
      { ...payment, from: wallet, txHash: paid.txHash, index: 0, at: present(payments[0]).at },
    ])
    assertEqual(await balanceIn(world, coinType, wallet), 501n, 'the same bytes pay once')
    const again = unwrap(await world.chain.preparePayment(payment, wallet))
    assertEqual((await world.execute(wallet, again)).kind, 'succeeded')
    assertEqual(await balanceIn(world, coinType, wallet), 2n, 'two prepared payments')
  })

  test('goes through all payments by its cursor, without gap or double', async (world) => {
    const payer = await newPayer(world)
    const seen: string[] = []
    const sent: string[] = []
    let cursor: string | null = null
    for (const count of [3, 0, 2]) {
      for (let n = 0; n < count; n++) sent.push(await pay(world, payer, 10 + n))
      for (let pages = 0; ; pages++) {
        assertTrue(pages < 100, 'the payments have an end')
        const answer: Page = unwrap(await world.chain.paymentsAfter(cursor, 2))
        assertTrue(answer.payments.length <= 2, 'no more than asked for')
        seen.push(...answer.payments.map(({ txHash }) => txHash))
        cursor = answer.cursor ?? cursor
        if (answer.payments.length === 0) break
      }
    }
    assertEqual(seen, sent)
  })

  test('lists the payments of one wallet, newest first', async (world) => {
    const [one, other] = [await newPayer(world), await newPayer(world)]
    const apart = { ...one, coinType: await world.newCoin([{ owner: one.wallet, amount: amount(3) }]) }
    const first = await pay(world, one, 1)
    await pay(world, other, 2)
    const third = await pay(world, apart, 3)
    const hashes = async (wallet: Address, limit: number) =>
      unwrap(await world.chain.paymentsFrom(wallet, limit)).map(({ txHash }) => txHash)
    assertEqual(await hashes(one.wallet, 10), [third, first])
    assertEqual(await hashes(one.wallet, 1), [third])
    assertEqual(await hashes(sampleAddress(0xd0d), 10), [])
    const all = unwrap(await world.chain.paymentsAfter(null, 10)).payments
    assertEqual(all.map(shown), [
      [one.wallet, one.coinType, 1n, null],
      [other.wallet, other.coinType, 2n, null],
      [one.wallet, apart.coinType, 3n, null],
    ])
  })

  test('shows no payment that goes elsewhere, that fails, or that the treasury makes', async (world) => {
    const { treasuryAddress } = world.chain
    const wallet = await world.newWallet()
    const coinType = await world.newCoin([
      { owner: wallet, amount: amount(100) },
      { owner: treasuryAddress, amount: amount(50) },
    ])
    const elsewhere = await world.transfer(wallet, WALLET, coinType, amount(60), null)
    assertEqual(elsewhere.kind, 'succeeded')
    const tooMuch = await world.transfer(wallet, treasuryAddress, coinType, amount(41), null)
    assertEqual(tooMuch.kind, 'failed')
    await done(world, { kind: 'pay', coinType, amount: amount(40), to: wallet })
    await done(world, { kind: 'pay', coinType, amount: amount(10), to: treasuryAddress })
    assertEqual(unwrap(await world.chain.paymentsAfter(null, 10)).payments, [])
    assertEqual(unwrap(await world.chain.paymentsFrom(wallet, 10)), [])
    assertEqual(await balanceIn(world, coinType, wallet), 80n)
  })

  test('shows the largest payment there can be to the last unit', async (world) => {
    const wallet = await world.newWallet()
    const coinType = await world.newCoin([{ owner: wallet, amount: world.largestSupply }])
    await world.transfer(wallet, world.chain.treasuryAddress, coinType, world.largestSupply, null)
    const [payment] = unwrap(await world.chain.paymentsFrom(wallet, 1))
    assertEqual(payment?.amount, world.largestSupply)
    assertEqual(await balanceIn(world, coinType, world.chain.treasuryAddress), world.largestSupply, 'balance')
  })

  test('pays from the treasury’s balance', async (world) => {
    const { treasuryAddress } = world.chain
    const to = sampleAddress(0x70)
    const coinType = await world.newCoin([{ owner: treasuryAddress, amount: amount(100) }])
    const pay = { kind: 'pay', coinType, amount: amount(40), to } as const
    const poor = await world.chain.prepare({ ...pay, amount: amount(101) })
    assertTrue(!poor.ok && poor.error.kind === 'not_possible', 'it pays no more than it has')
    assertTrue(!poor.ok && poor.error.kind === 'not_possible' && !poor.error.isFinal, 'more may come')
    const { effects } = await done(world, pay)
    assertEqual(effects.payments, [{ from: treasuryAddress, to, coinType, amount: 40n, memo: null }])
    assertEqual(
      unwrap(await world.chain.balances(coinType, [treasuryAddress, to, sampleAddress(0x71)])),
      new Map([
        [treasuryAddress, 60n],
        [to, 40n],
        [sampleAddress(0x71), 0n],
      ]),
    )
  })

  test('names the networks it watches, or takes any name', async (world) => {
    const { paymentMethods } = world.chain
    assertTrue(
      paymentMethods === null || (paymentMethods.length > 0 && paymentMethods.every((name) => name !== '')),
      'null or at least one name',
    )
  })
}

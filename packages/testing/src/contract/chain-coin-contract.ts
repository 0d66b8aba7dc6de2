import { type Amount, amountOf } from '@dropkit/core'
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
    return { owner, txHash: deployed.txHash }
  }

  test('publishes a token for its owner’s wallet, and says which token it is', async (world) => {
    const token = tokenWith(1, amount(600), amount(400))
    const { owner, txHash } = await deploy(world, token)
    const [coin, ...others] = await publishedIn(world, txHash)
    const { coinType, packageId, address } = present(coin, 'the coin')
    const { symbol, decimals, totalSupply: supply } = token
    const expected = { tokenId: token.id, packageId, address, coinType, symbol, decimals, supply }
    assertEqual([coin, ...others], [expected])
    assertTrue(coinType.startsWith(`${packageId}::`), 'its type is of its package')
    assertEqual(unwrap(await world.chain.coin(coinType)), { coinType, packageId, address, symbol, decimals })
    assertEqual(await balanceIn(world, coinType, world.chain.operatorAddress), 600n, 'for drops')
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

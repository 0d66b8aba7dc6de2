import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
  toBase64,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { utf8 } from '../../domain/encodings.ts'
import { pathOfFile } from '../../domain/file.ts'
import type { Caller } from '../../domain/user.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
const DAY_MS = 86_400_000

let service: TestService
let otherUser: Caller
let drop: Drop

const setRules = (rules: readonly (readonly [key: string, operator: string, value: string])[], on = drop) =>
  service.dropkit.updateGatingConfig(service.owner, on.id, {
    rules: rules.map(([key, operator, value]) => ({ key, operator, value })),
  })

const holdsCoins = (least: number) => setRules([['token_balance', '>=', `${COIN}:${least}`]])

const claim = (number: number, on = drop) =>
  service.dropkit.claimDrop(otherUser, { dropId: on.id, userAddress: testWallet(number) })

const check = async (number: number, on = drop) =>
  granted(
    await service.dropkit.checkEligibility(otherUser, { dropId: on.id, walletAddress: testWallet(number) }),
  )

const give = (number: number, amount: number) =>
  service.ports.memoryChain.wallet.faucet(testWallet(number), COIN, BigInt(amount) as never)

/** Counts how often the chain is asked for balances. */
function countQuestions() {
  const { chain } = service.ports
  const asked: number[] = []
  const balances = chain.balances
  Object.assign(chain, {
    balances: (coinType: string, owners: readonly ReturnType<typeof testWallet>[]) => {
      asked.push(owners.length)
      return balances(coinType, owners)
    },
  })
  return asked
}

beforeEach(async () => {
  service = await createTestService()
  otherUser = await service.callerOf('somebody')
  drop = await service.createDrop()
})

describe('the balance of the drop’s own token', () => {
  /** Two drops on one token that is not deployed, one of pieces and one of coins, both for holders of 100. */
  async function twoDrops() {
    const drops = []
    for (const type of ['NFT', 'TOKEN'] as const)
      drops.push(await service.createDrop({ type, status: 'ACTIVE' }))
    for (const one of drops) granted(await setRules([['token_balance', '>=', '100']], one))
    return drops
  }

  async function deploy(): Promise<string> {
    const input = { tokenId: drop.tokenId, senderAddress: testWallet(77) }
    const transactionBytes = granted(await service.dropkit.prepareTokenDeployment(service.owner, input))
    const { txHash } = service.ports.memoryChain.wallet.execute(testWallet(77), transactionBytes)
    const { deployment } = granted(
      await service.dropkit.confirmTokenDeployment(service.owner, { tokenId: drop.tokenId, txHash }),
    )
    if (deployment.kind !== 'DEPLOYED') throw new Error('the token is not deployed')
    return deployment.coinType
  }

  test('is nothing while the token is not deployed', async () => {
    for (const one of await twoDrops()) {
      expect(await check(1, one)).toMatchObject({ eligible: false, retryable: false })
    }
  })

  test('is judged by the token’s coin type on drops of every type', async () => {
    const drops = await twoDrops()
    const coinType = await deploy()
    service.ports.memoryChain.wallet.faucet(testWallet(1), coinType, 500n as never)
    for (const one of drops) {
      expect(await check(1, one)).toMatchObject({ eligible: true })
      expect(await check(2, one)).toMatchObject({ eligible: false })
      granted(await setRules([['token_balance', '<', '100']], one))
      expect(await check(1, one)).toMatchObject({ eligible: false })
      expect(await check(2, one)).toMatchObject({ eligible: true })
    }
  })

  test('is judged by it also before the vault is there', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    otherUser = await service.callerOf('somebody')
    drop = await service.createDrop()
    granted(await setRules([['token_balance', '>=', '100']]))
    const coinType = await deploy()
    expect((await service.ports.store.dropForSettlement(drop.id))?.vault.kind).toBe('none')
    service.ports.memoryChain.wallet.faucet(testWallet(1), coinType, 100n as never)
    const checked = await service.dropkit.checkGatingEligibility(otherUser, {
      dropId: drop.id,
      walletAddress: testWallet(1),
    })
    expect(granted(checked)).toMatchObject({ eligible: true })
  })

  test('counts balances from before the token was deployed', async () => {
    const open = await service.createDrop({ tokenAmount: '100', maxAmount: '1000' })
    service.ports.memoryChain.wallet.claim(granted(await claim(1, open)).voucher)
    const [dropForPieces] = await twoDrops()
    await deploy()
    expect(await check(1, dropForPieces)).toMatchObject({ eligible: true })
  })
})

describe('facts from the chain', () => {
  test('admit wallets that meet the rules, and no others', async () => {
    granted(await holdsCoins(100))
    give(1, 100)
    give(2, 99)
    expect((await claim(1)).ok).toBe(true)
    expect(await claim(2)).toMatchObject({ error: { kind: 'not_eligible' } })
    const { eligible, reason, missingRequirements, retryable } = await check(2)
    expect([eligible, reason, missingRequirements, retryable]).toEqual([
      false,
      `token_balance >= ${COIN}:100`,
      [`token_balance >= ${COIN}:100`],
      false,
    ])
    expect(await check(3)).toMatchObject({ eligible: false })
    give(3, 100)
    await service.pass(11_000)
    expect(await check(3)).toMatchObject({ eligible: true, reason: null, missingRequirements: [] })
  })

  test('admit no wallet, and refuse none, if they cannot be read', async () => {
    granted(await holdsCoins(100))
    give(1, 100)
    service.ports.memoryChain.setOutage('down')
    expect(refusalOf(await claim(1))).toBe('eligibility_unknown')
    const answer = await check(1)
    expect(answer).toMatchObject({ eligible: false, retryable: true })
    expect(answer.reason).toMatch(/^Could not be checked, try again: /)
    const rules = granted(
      await service.dropkit.checkGatingEligibility(otherUser, {
        dropId: drop.id,
        walletAddress: testWallet(1),
      }),
    )
    expect(rules).toMatchObject({ eligible: false, retryable: true })
    service.ports.memoryChain.setOutage(null)
    expect((await claim(1)).ok).toBe(true)
  })

  test('are not needed to refuse a wallet that fails another rule', async () => {
    granted(
      await setRules([
        ['token_balance', '>=', `${COIN}:100`],
        ['wallet_allowlist', 'in', testWallet(1)],
      ]),
    )
    service.ports.memoryChain.setOutage('down')
    expect(refusalOf(await claim(1))).toBe('eligibility_unknown')
    expect(refusalOf(await claim(2))).toBe('not_eligible')
  })

  test('are read once for simultaneous claims, and cached for ten seconds', async () => {
    const asked = countQuestions()
    granted(await holdsCoins(1))
    for (let number = 1; number <= 40; number++) give(number, 1)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => claim(n + 1)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(4)
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(40)
    const before = asked.length
    give(50, 1)
    await check(50)
    service.ports.clock.advance(9_000)
    await check(50)
    expect(asked.length).toBe(before + 1)
    service.ports.clock.advance(2_000)
    await check(50)
    expect(asked.length).toBe(before + 2)
  })

  test('refuse no wallet if they are older than a second', async () => {
    const priced = await service.createDrop({ price: 2 })
    for (const on of [drop, priced]) granted(await setRules([['token_balance', '>=', `${COIN}:100`]], on))
    const isRefused = async (number: number) => {
      const order = { dropId: priced.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
      const answers = [await claim(number), await service.dropkit.createPaymentIntent(otherUser, order)]
      const kinds = answers.map((answer) => answer.ok || answer.error.kind)
      return [...kinds, (await check(number)).eligible]
    }
    const no = ['not_eligible', 'not_eligible', false]
    expect(await isRefused(1)).toEqual(no)
    service.ports.clock.advance(1_100)
    // Each of the three asks by itself, having found only what is out of date.
    give(1, 100)
    expect(await check(1)).toMatchObject({ eligible: true })
    expect(await isRefused(2)).toEqual(no)
    service.ports.clock.advance(1_100)
    give(2, 100)
    expect((await claim(2)).ok).toBe(true)
    expect(await isRefused(3)).toEqual(no)
    service.ports.clock.advance(1_100)
    give(3, 100)
    const order = { dropId: priced.id, walletAddress: testWallet(3), paymentMethod: 'SUI' }
    expect((await service.dropkit.createPaymentIntent(otherUser, order)).ok).toBe(true)
  })

  test('that refuse a wallet are read again once a second, for all claims together', async () => {
    const asked = countQuestions()
    granted(await holdsCoins(1))
    expect((await check(1)).eligible).toBe(false)
    expect((await check(1)).eligible).toBe(false)
    expect(asked).toEqual([1])
    service.ports.clock.advance(1_100)
    const answers = await Promise.all(Array.from({ length: 100 }, () => check(1)))
    expect(answers.every(({ eligible, retryable }) => !eligible && !retryable)).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  test('that refused a wallet are unknown while they cannot be read again', async () => {
    granted(await holdsCoins(1))
    expect(refusalOf(await claim(1))).toBe('not_eligible')
    service.ports.clock.advance(1_100)
    service.ports.memoryChain.setOutage('down')
    expect(refusalOf(await claim(1))).toBe('eligibility_unknown')
    expect(await check(1)).toMatchObject({ eligible: false, retryable: true })
  })

  test('that admitted a wallet are unknown once they have expired and cannot be read again', async () => {
    granted(await holdsCoins(1))
    give(1, 1)
    expect(await check(1)).toMatchObject({ eligible: true })
    service.ports.memoryChain.setOutage('down')
    service.ports.clock.advance(9_000)
    expect(await check(1)).toMatchObject({ eligible: true })
    service.ports.clock.advance(2_000)
    expect(refusalOf(await claim(1))).toBe('eligibility_unknown')
  })

  test('that have expired are read again before they admit a wallet', async () => {
    granted(await holdsCoins(100))
    give(1, 100)
    const { chain, clock } = service.ports
    const balances = chain.balances
    let isSlow = true
    Object.assign(chain, {
      balances: async (coinType: string, owners: readonly ReturnType<typeof testWallet>[]) => {
        const answer = await balances(coinType, owners)
        if (isSlow) {
          // The answer takes half a minute, and the coins are gone by then.
          isSlow = false
          clock.advance(30_000)
          service.ports.memoryChain.wallet.transfer(testWallet(1), testWallet(9), COIN, 50n as never)
        }
        return answer
      },
    })
    expect(refusalOf(await claim(1))).toBe('not_eligible')
  })

  test('for rules that have changed meanwhile count for nothing', async () => {
    granted(await holdsCoins(100))
    give(1, 100)
    const { chain } = service.ports
    const balances = chain.balances
    let isFirst = true
    Object.assign(chain, {
      balances: async (coinType: string, owners: readonly ReturnType<typeof testWallet>[]) => {
        const answer = await balances(coinType, owners)
        if (isFirst) {
          isFirst = false
          granted(await holdsCoins(101))
        }
        return answer
      },
    })
    expect(refusalOf(await claim(1))).toBe('not_eligible')
  })
})

describe('facts of our own', () => {
  test('are judged under the lock: simultaneous claims of one wallet do not exceed the rule', async () => {
    const open = await service.createDrop({ maxPerWallet: 50 })
    granted(await setRules([['claim_count', '<=', '1']], open))
    for (const isAdmitted of [true, true, false]) {
      const answer = await claim(1, open)
      expect(answer.ok).toBe(isAdmitted)
      if (!answer.ok) continue
      service.ports.memoryChain.wallet.claim(answer.value.voucher)
      await service.pass(1_000)
    }
    expect(refusalOf(await claim(1, open))).toBe('not_eligible')
  })

  test('include confirmed claims on another drop, and no pending ones', async () => {
    const earlier = await service.createDrop()
    granted(await setRules([['claimed_drop', '==', earlier.id]]))
    const grant = granted(await claim(1, earlier))
    expect(refusalOf(await claim(1))).toBe('not_eligible')
    service.ports.memoryChain.wallet.claim(grant.voucher)
    await service.pass(1_000)
    expect((await claim(1)).ok).toBe(true)
  })

  test('include the account age of a wallet', async () => {
    granted(await setRules([['account_age_days', '>=', '2']]))
    const challenge = granted(await service.dropkit.startSignIn({ address: testWallet(1) }))
    expect(challenge).toContain(testWallet(1))
    const signature = testWalletSignature(testWallet(1), challenge)
    granted(await service.dropkit.finishSignIn({ address: testWallet(1), signature }, null))
    expect(await check(1)).toMatchObject({ eligible: false })
    service.ports.clock.advance(2 * DAY_MS)
    expect(await check(1)).toMatchObject({ eligible: true })
    expect(await check(2)).toMatchObject({ eligible: false, retryable: false })
  })

  test('need no chain', async () => {
    granted(await setRules([['claim_count', '<=', '0']]))
    service.ports.memoryChain.setOutage('down')
    expect((await claim(1)).ok).toBe(true)
  })
})

describe('a list by file', () => {
  async function upload(text: string, caller = service.owner) {
    const file = { file: toBase64(utf8(text)), filename: 'list.csv', contentType: 'text/csv' }
    return granted(await service.dropkit.uploadFile(caller, file))
  }
  const listed = (url: string, operator = 'in') => setRules([['wallet_allowlist', operator, `file:${url}`]])

  test('admits the wallets on it, in any spelling and with any line ends', async () => {
    const wallets = Array.from({ length: 3_000 }, (_, n) => `0x${(n + 1).toString(16)}`)
    const text = `\ufeffaddress,name\r\n0XAB,somebody\r\n\r\n"${testWallet(0xcd)}"\n${wallets.join('\n')}`
    const file = await upload(text)
    granted(await listed(`https://example.org${pathOfFile(file)}`))
    for (const number of [0xab, 0xcd, 1, 3_000]) expect((await check(number)).eligible).toBe(true)
    expect(await check(0xffff)).toMatchObject({ eligible: false, retryable: false })
    granted(await listed(pathOfFile(file), 'not_in'))
    expect([(await check(1)).eligible, (await check(0xffff)).eligible]).toEqual([false, true])
  })

  test('is refused when lines are no addresses, each named by its number', async () => {
    const file = await upload('0x1\nhello\n0x2\n0xzz\n')
    expect(await listed(pathOfFile(file))).toMatchObject({
      error: {
        kind: 'bad_user_input',
        field: 'rules[0].value',
        details: { faults: ['line 2: "hello" is not an address', 'line 4: "0xzz" is not an address'] },
      },
    })
  })

  test('must be one’s own upload', async () => {
    const theirs = await upload('0x1', otherUser)
    expect(refusalOf(await listed(pathOfFile(theirs)))).toBe('bad_user_input')
    expect(refusalOf(await listed('https://example.org/list.csv'))).toBe('bad_user_input')
  })

  test('stays in force when its upload is deleted', async () => {
    const file = await upload('0x1')
    granted(await listed(pathOfFile(file), 'not_in'))
    granted(await service.dropkit.deleteFile(service.owner, { url: pathOfFile(file) }))
    expect([(await check(1)).eligible, (await check(2)).eligible]).toEqual([false, true])
  })

  test('that is empty admits no wallet', async () => {
    granted(await listed(pathOfFile(await upload('\n\n'))))
    expect((await check(1)).eligible).toBe(false)
  })
})

describe('a gating config', () => {
  test('is copied from a template or from one’s own, by its id', async () => {
    const copy = await service.createDrop({ gatingId: 'newcomer' })
    expect(copy.gating?.rules).toMatchObject([{ key: 'claim_count', operator: '<=', value: '0' }])
    granted(await holdsCoins(7))
    const original = (await service.reread(drop)).gating
    const second = await service.createDrop({ gatingId: original?.id ?? '' })
    expect(second.gating?.rules).toEqual(original?.rules)
    expect(second.gating?.id).not.toBe(original?.id)
    const base = { title: 'Mine', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '10' } as const
    const theirs = { ...base, existingTokenId: service.tokenId, gatingId: original?.id ?? '' }
    const missing = { error: { kind: 'not_found', what: 'Gating config' } }
    expect(await service.dropkit.createDrop(otherUser, theirs)).toMatchObject(missing)
    const update = (gatingId: string | null) =>
      service.dropkit.updateDrop(service.owner, drop.id, { gatingId })
    expect(await update('nothing')).toMatchObject(missing)
    expect(granted(await update(null)).gating).toBeNull()
  })

  test('admits all wallets while it is inactive, except on an ELITE drop', async () => {
    const elite = await service.createDrop({ claimType: 'ELITE' })
    expect(refusalOf(await claim(1, elite))).toBe('not_eligible')
    for (const on of [drop, elite]) granted(await setRules([['wallet_allowlist', 'in', testWallet(1)]], on))
    expect([(await check(1, elite)).eligible, (await check(2, elite)).eligible]).toEqual([true, false])
    for (const on of [drop, elite]) {
      granted(await service.dropkit.updateGatingConfig(service.owner, on.id, { isActive: false }))
    }
    expect([(await check(2)).eligible, (await check(1, elite)).eligible]).toEqual([true, false])
  })

  test('can be changed by its owner only, writes an event, and increments its version', async () => {
    expect(refusalOf(await service.dropkit.updateGatingConfig(otherUser, drop.id, { rules: [] }))).toBe(
      'forbidden',
    )
    granted(await holdsCoins(1))
    granted(await holdsCoins(2))
    expect((await service.reread(drop)).gating?.version).toBe(2)
    const events = await service.ports.store.events({ dropId: drop.id, types: ['gating.updated'], limit: 9 })
    expect(events).toHaveLength(2)
  })

  test('passed when buying is not judged again when claiming', async () => {
    const priced = await service.createDrop({ price: 2 })
    granted(await setRules([['wallet_allowlist', 'in', testWallet(1)]], priced))
    const order = { dropId: priced.id, paymentMethod: 'SUI' }
    const refused = await service.dropkit.createPaymentIntent(otherUser, {
      ...order,
      walletAddress: testWallet(2),
    })
    expect(refusalOf(refused)).toBe('not_eligible')
    const intent = granted(
      await service.dropkit.createPaymentIntent(otherUser, { ...order, walletAddress: testWallet(1) }),
    )
    service.pay(intent)
    await service.pass(1_000)
    granted(await setRules([['wallet_allowlist', 'in', testWallet(9)]], priced))
    expect((await claim(1, priced)).ok).toBe(true)
  })
})

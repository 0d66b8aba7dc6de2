import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { idOf } from '../../domain/ids.ts'
import type { Token } from '../../domain/token.ts'
import type { TransactionEffects, TransactionOutcome } from '../../ports/index.ts'
import type { CreateTokenInput } from './create-token.ts'

describe('creating tokens', () => {
  const WALLET = testWallet(0xb0)
  const TOKEN = { name: 'Gold', symbol: 'GLD', supply: '1000' }

  let service: TestService

  beforeEach(async () => {
    service = await createTestService()
  })

  const create = (input: Partial<CreateTokenInput> = {}) =>
    service.dropkit.createToken(service.owner, { ...TOKEN, ...input })

  describe('a new token', () => {
    test('has its creator’s values, is pending, and is reserved for drops completely', async () => {
      const more = { description: 'Shines.\nAlways.', imageUrl: 'https://example.org/g.png', decimals: 18 }
      const token = granted(await create(more))
      expect(token).toEqual({
        id: expect.stringMatching(/^token_/),
        creatorId: service.owner.user.id,
        name: 'Gold',
        symbol: 'GLD',
        description: more.description,
        imageUrl: more.imageUrl,
        decimals: 18,
        totalSupply: 1_000n,
        isExternal: false,
        reserves: { communityDrops: 1_000n, publicSale: 0n, creator: 0n },
        deployment: { kind: 'PENDING' },
        createdAt: service.ports.clock.now(),
        updatedAt: service.ports.clock.now(),
      })
      expect(await service.dropkit.readToken(service.owner, token.id)).toEqual(token)
      expect(granted(await create())).toMatchObject({ description: null, imageUrl: null, decimals: 0 })
    })

    test.each<[string, Partial<CreateTokenInput>]>([
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(121) }],
      ['symbol', { symbol: 'G L D' }],
      ['description', { description: 'x'.repeat(5_001) }],
      ['imageUrl', { imageUrl: 'ftp://example.org' }],
      ['supply', { supply: '0' }],
      ['decimals', { decimals: -1 }],
      ['decimals', { decimals: 19 }],
      ['decimals', { decimals: 1.5 }],
      ['communityDropsReserve', { communityDropsReserve: '-1' }],
      ['publicSaleReserve', { publicSaleReserve: 'all' }],
      ['creatorReserve', { creatorReserve: '' }],
      ['communityDropsReserve', { communityDropsReserve: '600', creatorReserve: '401' }],
      ['coinType', { coinType: 'gold' }],
      ['coinType', { coinType: `${testWallet(99)}::gold::GOLD` }],
    ])('is refused by its %s: %o', async (field, input) => {
      expect(await create(input)).toMatchObject({ error: { kind: 'bad_user_input', field } })
      expect(granted(await service.dropkit.listTokens(service.owner, {}))).toHaveLength(1)
    })

    test('has its supply divided as its creator says', async () => {
      const given = { communityDropsReserve: '600', publicSaleReserve: '100', creatorReserve: '300' }
      expect(granted(await create(given)).reserves).toEqual({
        communityDrops: 600n,
        publicSale: 100n,
        creator: 300n,
      })
    })

    test('says in the log that it was made', async () => {
      const { id } = granted(await create())
      const events = await service.ports.store.events({ types: ['token.created'], limit: 1 })
      expect(events).toMatchObject([{ data: { tokenId: id } }])
    })
  })

  describe('a coin that is on the chain already', () => {
    const publish = async () => {
      const { memoryChain, chain } = service.ports
      const { txHash } = memoryChain.wallet.publish(WALLET, {
        symbol: 'CLUB',
        decimals: 6,
        supply: 500n as never,
      })
      const outcome = await chain.outcome(txHash)
      if (!outcome.ok || outcome.value.kind !== 'succeeded') throw new Error('not published')
      const [coin] = outcome.value.effects.published
      if (!coin) throw new Error('no coin')
      return coin
    }

    test('is adopted with the chain’s decimals, deployed at once by a transaction that we did not see', async () => {
      const { address, packageId, coinType } = await publish()
      expect(granted(await create({ coinType, decimals: 2 }))).toMatchObject({
        isExternal: true,
        decimals: 6,
        deployment: { kind: 'DEPLOYED', address, packageId, coinType, txHash: null },
      })
    })

    test('is not adopted while the chain is away', async () => {
      const { coinType } = await publish()
      service.ports.memoryChain.setOutage('down')
      expect(await create({ coinType })).toMatchObject({ error: { kind: 'chain_unavailable' } })
    })
  })
})

describe('deploying tokens', () => {
  const WALLET = testWallet(0xb0)
  const HASH = 'B'.repeat(44)

  type Coin = TransactionEffects['published'][number]

  let service: TestService
  let token: Token

  beforeEach(async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const input = { name: 'Gold', symbol: 'GLD', supply: '1000', decimals: 2 }
    token = granted(await service.dropkit.createToken(service.owner, input))
  })

  const prepare = (input: { tokenId?: string; senderAddress?: string } = {}, caller = service.owner) =>
    service.dropkit.prepareTokenDeployment(caller, { tokenId: token.id, senderAddress: WALLET, ...input })

  const confirm = (txHash: string, { tokenId = String(token.id), caller = service.owner } = {}) =>
    service.dropkit.confirmTokenDeployment(caller, { tokenId, txHash })

  async function publish(): Promise<string> {
    const executed = service.ports.memoryChain.wallet.execute(WALLET, granted(await prepare()))
    expect(executed.kind).toBe('succeeded')
    return executed.txHash
  }

  /** The chain says so of any transaction. */
  const answer = (outcome: TransactionOutcome) =>
    Object.assign(service.ports.chain, { outcome: async () => ({ ok: true, value: outcome }) })

  function answerPublished(...coins: Partial<Coin>[]): void {
    const whole: Coin = {
      tokenId: token.id,
      packageId: testWallet(1),
      address: testWallet(2),
      coinType: `${testWallet(1)}::gld::GLD`,
      symbol: token.symbol,
      decimals: token.decimals,
      supply: token.totalSupply,
    }
    const published = coins.map((coin) => ({ ...whole, ...coin }))
    answer({ kind: 'succeeded', effects: { published } as unknown as TransactionEffects })
  }

  const reread = () => service.dropkit.readToken(service.owner, token.id)

  const eventTypes = async () =>
    (await service.ports.store.events({ types: ['token.deployed', 'token.failed'], limit: 9 })).map(
      ({ type, data }) => [type, data['tokenId']],
    )

  describe('a deployment is prepared', () => {
    test('for the token’s creator, who names a wallet', async () => {
      expect(granted(await prepare())).toEqual(expect.any(String))
      expect(await prepare({ senderAddress: 'alice' })).toMatchObject({
        error: { kind: 'bad_user_input', field: 'senderAddress' },
      })
      expect(await prepare({ tokenId: 'gold' })).toMatchObject({
        error: { kind: 'not_found', what: 'Token' },
      })
      expect(refusalOf(await prepare({}, await service.callerOf('stranger')))).toBe('forbidden')
    })

    test('once: a token that is deployed is refused by the coin it is', async () => {
      const { deployment } = granted(await confirm(await publish()))
      const coinType = deployment.kind === 'DEPLOYED' ? deployment.coinType : ''
      expect(await prepare()).toEqual({
        ok: false,
        error: {
          kind: 'conflict',
          reason: 'TOKEN_DEPLOYED',
          message: `This token is deployed already, as ${coinType}`,
        },
      })
    })
  })

  describe('a deployment is confirmed', () => {
    test('by the transaction that published it, and by that one again', async () => {
      const txHash = await publish()
      service.ports.clock.advance(1_000)
      const deployed = granted(await confirm(txHash))
      expect(deployed).toMatchObject({
        updatedAt: service.ports.clock.now(),
        deployment: { kind: 'DEPLOYED', txHash, coinType: expect.stringContaining('::') },
      })
      service.ports.memoryChain.setOutage('down')
      service.ports.clock.advance(1_000)
      expect(granted(await confirm(txHash))).toEqual(deployed)
      expect(refusalOf(await confirm(HASH))).toBe('conflict')
      expect(await reread()).toEqual(deployed)
      expect(await eventTypes()).toEqual([['token.deployed', token.id]])
    })

    test('for its creator, by a hash that can be one', async () => {
      expect(await confirm('a b')).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
      const txHash = await publish()
      expect(refusalOf(await confirm(txHash, { caller: await service.callerOf('stranger') }))).toBe(
        'forbidden',
      )
      expect(refusalOf(await confirm(txHash, { tokenId: 'gold' }))).toBe('not_found')
      expect(await reread()).toEqual(token)
    })

    test('not while the chain does not know it or does not answer', async () => {
      for (const kind of ['absent', 'pending'] as const) {
        answer({ kind } as TransactionOutcome)
        expect(await confirm(HASH)).toEqual({ ok: false, error: { kind: 'tx_not_found', txHash: HASH } })
      }
      const away = { ok: false, error: { kind: 'chain_unavailable', reason: 'down' } } as const
      Object.assign(service.ports.chain, { outcome: async () => away })
      expect(await confirm(HASH)).toEqual(away)
      expect(await reread()).toEqual(token)
    })

    test('by one that publishes this token, with its decimals and its supply', async () => {
      const others: Partial<Coin>[] = [
        { tokenId: null },
        { tokenId: service.tokenId },
        { decimals: 9 },
        { supply: 999n as never },
        { tokenId: null, decimals: 9 },
      ]
      for (const other of others) {
        answerPublished(other)
        expect(await confirm(HASH)).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
      }
      answerPublished()
      expect(await confirm(HASH)).toMatchObject({ error: { field: 'txHash' } })
      const coinType = `${testWallet(5)}::gld::GLD`
      answerPublished({ tokenId: null }, { coinType })
      expect(granted(await confirm(HASH)).deployment).toEqual({
        kind: 'DEPLOYED',
        address: testWallet(2),
        packageId: testWallet(1),
        coinType,
        txHash: HASH,
      })
    })

    test('as failed by one that failed, and then by another', async () => {
      await service.createDrop({ existingTokenId: token.id })
      await service.pass(10_000)
      service.ports.memory.state.jobs.clear()
      answer({ kind: 'failed', reason: 'out of gas', at: 0 })
      const failed = granted(await confirm(HASH))
      expect(failed.deployment).toEqual({ kind: 'FAILED', txHash: HASH, reason: 'out of gas' })
      expect(service.ports.memory.state.jobs.size).toBe(0)
      service.ports.clock.advance(1_000)
      expect(granted(await confirm(HASH))).toEqual(failed)
      answerPublished({})
      expect(granted(await confirm('C'.repeat(44))).deployment.kind).toBe('DEPLOYED')
      expect(await eventTypes()).toEqual([
        ['token.deployed', token.id],
        ['token.failed', token.id],
      ])
    })

    test('once, by the first of two servers', async () => {
      const { ports } = service
      answerPublished({})
      replaceMethod(ports.store, 'changeToken', async (changeToken, id, decide) => {
        ports.store.changeToken = changeToken
        granted(await confirm(HASH))
        return changeToken(id, decide)
      })
      expect(refusalOf(await confirm('C'.repeat(44)))).toBe('conflict')
      expect((await reread())?.deployment).toMatchObject({ txHash: HASH })
      expect(await eventTypes()).toHaveLength(1)
    })

    test('of a token that is there when it is written', async () => {
      answerPublished({})
      service.ports.store.changeToken = async (_, decide) => ({ ok: true, value: decide(null).result })
      expect(refusalOf(await confirm(HASH))).toBe('not_found')
    })

    test('and the vaults of its drops are opened at once', async () => {
      const drops = [
        await service.createDrop({ existingTokenId: token.id }),
        await service.createDrop({ existingTokenId: token.id }),
      ]
      await service.createDrop()
      await service.pass(10_000)
      const { state } = service.ports.memory
      state.jobs.clear()
      granted(await confirm(await publish()))
      const opened = [...state.jobs.values()].map(({ kind, subject, dueAt }) => ({ kind, subject, dueAt }))
      const dueAt = service.ports.clock.now()
      expect(opened).toHaveLength(2)
      for (const { id } of drops) expect(opened).toContainEqual({ kind: 'open_vault', subject: id, dueAt })
    })

    test('and of those of other users, the newest 1,000 are looked for', async () => {
      const drop = await service.createDrop({ existingTokenId: token.id })
      let reads = 0
      replaceMethod(service.ports.store, 'listDrops', async (listDrops, filter, reader, page) => {
        if (filter.creatorId !== undefined) return listDrops(filter, reader, page)
        reads++
        return Array.from({ length: page.limit }, () => ({
          ...drop,
          id: idOf('drop', String(reads).padStart(32, '0')),
        }))
      })
      granted(await confirm(await publish()))
      expect(reads).toBe(5)
      const opened = [...service.ports.memory.state.jobs.values()].filter(({ kind }) => kind === 'open_vault')
      expect(opened.map(({ subject }) => subject)).toContain(drop.id)
    })

    test('and a vault that is open already is left alone', async () => {
      const drop = await service.createDrop({ existingTokenId: token.id })
      const { state } = service.ports.memory
      const vault = {
        kind: 'open',
        objectId: testWallet(8),
        packageId: testWallet(9),
        coinType: 'x',
        deposited: 0n,
      }
      replaceMethod(service.ports.store, 'listDrops', async (listDrops, ...given) =>
        (await listDrops(...given)).map((one) => ({ ...one, vault: vault as unknown as typeof one.vault })),
      )
      await service.pass(10_000)
      state.jobs.clear()
      granted(await confirm(await publish()))
      expect([...state.jobs.values()].filter(({ subject }) => subject === drop.id)).toEqual([])
    })
  })
})

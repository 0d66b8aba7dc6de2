import { createTestPorts, present, type TestPorts } from '@dropkit/testing'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { parseAddress } from '../domain/address.ts'
import { idOfClaim } from '../domain/claim.ts'
import { verifyDraws } from '../domain/draw-verifier.ts'
import type { Drop } from '../domain/drop.ts'
import { statusAt } from '../domain/drop-status.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import { createDropkit, type Dropkit } from './dropkit.ts'
import type { CreateDropInput } from './drops/create-drop.ts'
import { DEFAULT_SETTINGS, withDefaults } from './settings.ts'

describe('Dropkit', () => {
  let ports: TestPorts
  let dropkit: Dropkit
  let owner: Caller
  let stranger: Caller
  let tokenId: string

  function granted<T>(result: Result<T, Refusal>): T {
    if (!result.ok)
      throw new Error(
        JSON.stringify(result.error, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
    return result.value
  }

  const wallet = (number: number) => {
    const address = parseAddress(`0x${number.toString(16)}`, 'wallet')
    if (!address.ok) throw new Error('no address')
    return address.value
  }

  async function createCaller(username: string): Promise<Caller> {
    const { secret } = granted(await dropkit.createLocalUser({ username, key: { name: 'first' } }))
    return granted(await dropkit.authenticate(secret)).caller
  }

  async function createDrop(terms: Partial<CreateDropInput> = {}): Promise<Drop> {
    const base = {
      title: 'Pepper',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1000',
      tokenAmount: '10',
    } as const
    return granted(await dropkit.createDrop(owner, { ...base, existingTokenId: tokenId, ...terms }))
  }

  const claim = (drop: Drop, number: number, amount?: string) =>
    dropkit.claimDrop(stranger, { dropId: drop.id, userAddress: wallet(number), amount })

  const draw = async (drop: Drop, number: number) =>
    granted(await dropkit.claimRandomDrop(stranger, { dropId: drop.id, userAddress: wallet(number) }))

  async function runJobs(): Promise<void> {
    for (let round = 0; round < 50; round++) if ((await dropkit.runDueJobs()) === 0) return
  }

  const reread = async (drop: Drop) => (await ports.store.dropForSettlement(drop.id)) as Drop

  beforeEach(async () => {
    ports = createTestPorts({ chain: { opensVaultsAtOnce: true } })
    dropkit = createDropkit(ports)
    owner = await createCaller('owner')
    stranger = await createCaller('stranger')
    tokenId = granted(
      await dropkit.createToken(owner, { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' }),
    ).id
    await dropkit.requestStandingJobs()
  })

  describe('a claim by voucher', () => {
    test('is reserved once, signed, and confirmed by the chain alone', async () => {
      const drop = await createDrop()
      const grant = granted(await claim(drop, 1))
      expect(grant.claim).toMatchObject({ amount: 10n, sequence: 1, state: { kind: 'PENDING' } })

      const repeated = granted(await claim(drop, 1))
      expect(repeated.voucher).toEqual(grant.voucher)
      expect((await reread(drop)).tally).toMatchObject({ reservedAmount: 10n, reservedCount: 1 })

      ports.memoryChain.wallet.claim(present(grant.voucher, 'a voucher'))
      ports.clock.advance(1_000)
      await runJobs()
      const confirmed = await dropkit.readClaim(stranger, idOfClaim(grant.claim))
      expect(confirmed?.state.kind).toBe('CONFIRMED')
      expect(await claim(drop, 1)).toMatchObject({ ok: false, error: { kind: 'already_claimed' } })
    })

    test('gives its amount back when the voucher ran out unused, and the drop is open again', async () => {
      const drop = await createDrop({ maxAmount: '10' })
      const grant = granted(await claim(drop, 1))
      expect(await claim(drop, 2)).toMatchObject({ error: { kind: 'drop_sold_out' } })
      expect((await reread(drop)).status).toBe('SOLD_OUT')
      ports.clock.advance(15 * 60_000 + 5_000)
      await runJobs()
      expect((await dropkit.readClaim(owner, idOfClaim(grant.claim)))?.state.kind).toBe('EXPIRED')
      expect((await reread(drop)).status).toBe('ACTIVE')
      expect(granted(await claim(drop, 2)).claim.sequence).toBe(2)
    })

    test('is not given back while the chain cannot be asked', async () => {
      const drop = await createDrop({ maxAmount: '10' })
      const grant = granted(await claim(drop, 1))
      ports.clock.advance(15 * 60_000 + 5_000)
      ports.memoryChain.setOutage('down')
      await runJobs()
      expect((await dropkit.readClaim(owner, idOfClaim(grant.claim)))?.state.kind).toBe('PENDING')
    })

    test('refuses another amount while one is pending', async () => {
      const drop = await createDrop({ tokenAmount: null })
      granted(await claim(drop, 1, '25'))
      expect(await claim(drop, 1, '26')).toMatchObject({ error: { kind: 'conflict' } })
      expect(await claim(drop, 2, '976')).toMatchObject({
        error: { kind: 'bad_user_input', details: { free: '975' } },
      })
    })
  })

  describe('a random drop', () => {
    test('delivers every draw automatically, sells out, and can be verified by anyone', async () => {
      const drop = await createDrop({ tokenAmount: '0', supply: 20 })
      for (let number = 1; number <= 20; number++) expect((await draw(drop, number)).kind).toBe('drawn')
      ports.clock.advance(1_000)
      await runJobs()
      const over = await reread(drop)
      expect(statusAt(over, ports.clock.now())).toBe('SOLD_OUT')
      const claims = granted(await dropkit.listClaims(owner, { dropId: drop.id }, {})).toReversed()
      expect(claims.every(({ state }) => state.kind === 'CONFIRMED')).toBe(true)
      if (over.award.kind !== 'random') throw new Error('not random')
      const record = {
        dropId: drop.id,
        pool: over.pool,
        supply: over.supply,
        commitment: over.award.commitment,
        seed: dropkit.publishedSeed(over) ?? '',
        draws: claims,
      }
      expect(verifyDraws(record, ports.hashes)).toEqual({
        kind: 'verified',
        draws: 20,
        total: 1000n,
        ordered: 20,
      })
    })

    test('answers a wallet that asks again with its earlier claim', async () => {
      const drop = await createDrop({ tokenAmount: '0', supply: 5 })
      const first = await draw(drop, 1)
      const second = await draw(drop, 1)
      expect(second).toMatchObject({ kind: 'refused', refusal: { kind: 'already_claimed' } })
      expect(second.claim?.amount).toBe(first.claim?.amount)
    })

    test('keeps its seed to itself while it lives', async () => {
      const drop = await createDrop({ tokenAmount: '0', supply: 5 })
      expect(dropkit.publishedSeed(drop)).toBeNull()
    })
  })

  describe('deleting a drop', () => {
    test('leaves its claims readable, honours vouchers that are out, and then closes the vault', async () => {
      const drop = await createDrop()
      const grant = granted(await claim(drop, 1))
      expect(granted(await dropkit.deleteDrop(owner, drop.id))).toBe(true)
      expect(await dropkit.readDrop(owner, drop.id)).toBeUndefined()
      expect(await claim(drop, 2)).toMatchObject({ error: { kind: 'not_found' } })
      ports.memoryChain.wallet.claim(present(grant.voucher, 'a voucher'))
      ports.clock.advance(1_000)
      await runJobs()
      expect((await dropkit.readClaim(stranger, idOfClaim(grant.claim)))?.state.kind).toBe('CONFIRMED')
      ports.clock.advance(16 * 60_000)
      await runJobs()
      expect((await reread(drop)).vault.kind).toBe('closed')
    })
  })

  describe('permissions', () => {
    test('a stranger changes nothing, and sees no draft', async () => {
      const drop = await createDrop({ status: 'DRAFT' })
      expect(await dropkit.updateDrop(stranger, drop.id, { title: 'Mine' })).toMatchObject({
        error: { kind: 'forbidden' },
      })
      expect(await dropkit.deleteDrop(stranger, drop.id)).toMatchObject({ error: { kind: 'forbidden' } })
      expect(await dropkit.readDrop(stranger, drop.id)).toBeUndefined()
      expect(await claim(drop, 1)).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    })

    test('a revoked key is rejected at once', async () => {
      const { apiKey, secret } = granted(await dropkit.createApiKey(owner, { name: 'ci' }))
      expect((await dropkit.authenticate(secret)).ok).toBe(true)
      granted(await dropkit.revokeApiKey(owner, apiKey.id))
      expect(await dropkit.authenticate(secret)).toMatchObject({ error: { kind: 'unauthenticated' } })
    })
  })
})

describe('settings', () => {
  it('are the usual ones where nothing is said, and where nothing is meant', () => {
    for (const given of [undefined, null, {}, { voucherLifetimeMs: undefined }])
      expect(withDefaults(given as never)).toEqual(DEFAULT_SETTINGS)
  })

  it('have the given values, and the defaults otherwise', () => {
    const settings = withDefaults({ expiryMarginMs: 0, webhookRetrySeconds: [0.5] })
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, expiryMarginMs: 0, webhookRetrySeconds: [0.5] })
  })

  it.each([
    ['maxClaimsPerBatch', 0, 'a whole number of at least 1'],
    ['maxClaimsPerBatch', '250', 'a whole number of at least 1'],
    ['voucherLifetimeMs', 0, 'a whole number of at least 1'],
    ['voucherLifetimeMs', null, 'a whole number of at least 1'],
    ['paymentLifetimeMs', 0, 'a whole number of at least 1'],
    ['sessionLifetimeMs', Number.NaN, 'a whole number of at least 1'],
    ['maxWaitingClaims', 0, 'a whole number of at least 1'],
    ['expiryMarginMs', -1, 'a whole number of at least 0'],
    ['maxClaimWaitMs', 0.5, 'a whole number of at least 0'],
    ['latePaymentWatchMs', Number.POSITIVE_INFINITY, 'a whole number of at least 0'],
    ['webhookRetrySeconds', 5, 'a list of numbers of at least 0'],
    ['webhookRetrySeconds', [5, -1], 'a list of numbers of at least 0'],
    ['webhookRetrySeconds', [Number.NaN], 'a list of numbers of at least 0'],
  ])('are refused by name: %s may not be %j', (name, value, shape) => {
    expect(() => withDefaults({ [name]: value })).toThrow(`The setting ${name} must be ${shape}`)
  })

  it('that there are not are refused, with those there are', () => {
    expect(() => withDefaults({ voucherLifetime: 5 } as never)).toThrow(
      /no setting voucherLifetime; .*voucherLifetimeMs/,
    )
  })
})

describe('the core', () => {
  it('names every port that it lacks before anything is done', () => {
    const { store, chain, ...others } = createTestPorts()
    expect(() => createDropkit(others as never)).toThrow(
      'createDropkit requires these ports as well: store, chain',
    )
    expect(() => createDropkit(undefined as never)).toThrow(/: store, jobs, .*, log$/)
    expect(() => createDropkit({ ...others, store, chain })).not.toThrow()
  })
})

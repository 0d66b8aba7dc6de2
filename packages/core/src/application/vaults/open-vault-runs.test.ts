// One look at a time: what becomes of a vault by it, and what is said of it.
import {
  createTestService,
  granted,
  MEMORY_OPERATOR,
  type TestService,
  testWallet,
  toBase64,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import { utf8 } from '../../domain/encodings.ts'
import { pathOfFile } from '../../domain/file.ts'
import { idOf } from '../../domain/ids.ts'
import type { OperatorAction, TransactionOutcome } from '../../ports/index.ts'
import { openVault, openVaultJob, seeDeposits } from './open-vault.ts'

const COIN = `${testWallet(7)}::club::CLUB`
const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const NOT_WANTED = { kind: 'not_wanted' }
const FILLED = { kind: 'filled' }
const waiting = (reason: string) => ({ kind: 'waiting', failure: expect.objectContaining({ reason }) })
const TO_BE_FUNDED = waiting('its owner has to fund it')
const NOT_WHOLE = waiting('it does not hold the whole pool yet')

let service: TestService
let drop: Drop
let prepared: OperatorAction[]

const open = (of: Pick<Drop, 'id'> = drop) => openVault(service.ports, of.id)
const see = (of: Pick<Drop, 'id'> = drop) => seeDeposits(service.ports, of.id)
const nowhere = { id: idOf('drop', '0'.repeat(32)) }

const vaultOf = () => openVaultOf(service, drop)

const change = (changed: (drop: Drop) => Partial<Drop>) =>
  service.ports.store.changeDrop(drop.id, {}, (dropState) => {
    if (!dropState) throw new Error('no drop')
    return { result: undefined, update: { drops: [{ ...dropState.drop, ...changed(dropState.drop) }] } }
  })

const changeVault = (more: Partial<Extract<Vault, { kind: 'open' }>>) =>
  change(({ vault }) => ({ vault: vault.kind === 'open' ? { ...vault, ...more } : vault }))

/** Does something while the first transaction of this kind is being prepared. */
function whilePreparing(kind: OperatorAction['kind'], doIt: () => Promise<unknown>): void {
  let isDone = false
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    if (action.kind === kind && !isDone) {
      isDone = true
      await doIt()
    }
    return prepare(action)
  })
}

const give = (amount: bigint) =>
  service.ports.memoryChain.wallet.faucet(MEMORY_OPERATOR, COIN, amountOf(amount))

const tokenOn = async (coinType: string, caller = service.owner) => {
  const terms = { name: 'Club', symbol: 'CLUB', supply: '5000' }
  const id = idOf('token', '0000000000007000800000000000000c')
  const token = granted(await service.dropkit.createToken(caller, terms))
  const { store } = service.ports
  await store.create({
    insert: {
      tokens: [
        {
          ...token,
          id,
          deployment: {
            kind: 'DEPLOYED',
            coinType,
            packageId: testWallet(7),
            address: testWallet(7),
            txHash: '',
          } as never,
        },
      ],
    },
  })
  return id
}

/** A chain on which vaults are made by a job, and of whose coin the operator has nothing yet. */
async function onSlowChain(): Promise<void> {
  service = await createTestService({ chain: { opensVaultsAtOnce: false } })
  give(1n)
  service.ports.memoryChain.state.ledger.vaults.clear()
  await watchPreparing()
}

async function watchPreparing(): Promise<void> {
  prepared = []
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    prepared.push(action)
    return prepare(action)
  })
}

const kinds = () => prepared.map(({ kind }) => kind)

const OWNER_ID = idOf('user', '1'.repeat(32))

test('a vault is opened by a job at once, unless the request does so itself', () => {
  const job = (opensVaultsAtOnce: boolean) =>
    openVaultJob({ opensVaultsAtOnce }, { id: nowhere.id, creatorId: OWNER_ID }, 1_000)
  expect(job(false)).toEqual({
    kind: 'open_vault',
    subject: nowhere.id,
    ownerId: OWNER_ID,
    dueAt: 1_000,
  })
  expect(job(true)).toEqual({
    kind: 'open_vault',
    subject: nowhere.id,
    ownerId: OWNER_ID,
    dueAt: 6_000,
  })
})

describe('on a chain that opens vaults at once', () => {
  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
    await watchPreparing()
  })

  test('a vault is filled when it is opened, without a read of the chain', async () => {
    service.ports.memoryChain.setOutage('down')
    expect(await open()).toEqual(FILLED)
  })

  test('no vault is wanted of a drop that is not there, or is cancelled or closed', async () => {
    expect(await open(nowhere)).toEqual(NOT_WANTED)
    const { objectId } = await vaultOf()
    await change(() => ({ vault: { kind: 'closed', objectId } }))
    expect(await open()).toEqual(NOT_WANTED)
    await change(() => ({ vault: { kind: 'none' }, status: 'CANCELLED' }))
    expect(await open()).toEqual(NOT_WANTED)
    await change(() => ({ status: 'ACTIVE', deletedAt: 1 }))
    expect(await open()).toEqual(NOT_WANTED)
    expect(prepared).toEqual([])
  })

  test('one is wanted of a draft too', async () => {
    await change(() => ({ vault: { kind: 'none' }, status: 'DRAFT' }))
    expect(await open()).toEqual(FILLED)
  })

  test('pieces look like their drop, and coins like themselves', async () => {
    const looks = { title: 'Member', description: 'Of the club', imageUrl: 'https://example.org/a.png' }
    await service.createDrop({ type: 'NFT', tokenAmount: '1', ...looks })
    await service.createDrop({ type: 'NFT', tokenAmount: '1', title: 'Plain' })
    await service.createDrop(looks)
    expect(prepared.map((action) => (action.kind === 'open_vault' ? action.pieces : action))).toEqual([
      {
        name: 'Member',
        description: 'Of the club',
        imageUrl: 'https://example.org/a.png',
        attributes: [],
        royaltyBasisPoints: 0,
      },
      { name: 'Plain', description: '', imageUrl: '', attributes: [], royaltyBasisPoints: 0 },
      undefined,
    ])
  })

  test('the token’s reserve is shared: another user’s drop is filled as well', async () => {
    const stranger = await service.callerOf('stranger')
    await change(() => ({ vault: { kind: 'none' }, creatorId: stranger.user.id }))
    expect(await open()).toEqual(FILLED)
    await change(() => ({ vault: { kind: 'none' }, tokenId: idOf('token', 'f'.repeat(32)) }))
    expect(await open()).toEqual(FILLED)
  })
})

describe('on a chain on which vaults take their time', () => {
  beforeEach(async () => {
    await onSlowChain()
    drop = await service.createDrop({ existingTokenId: await tokenOn(COIN) })
  })

  test('none is wanted of a draft', async () => {
    await change(() => ({ status: 'DRAFT' }))
    expect(await open()).toEqual(NOT_WANTED)
    expect(prepared).toEqual([])
  })

  test('one waits for its token, unless it holds pieces', async () => {
    drop = await service.createDrop()
    expect(await open()).toEqual(waiting('the token is not deployed'))
    expect(prepared).toEqual([])
    drop = await service.createDrop({ type: 'NFT', tokenAmount: '1' })
    expect(await open()).toEqual(FILLED)
  })

  test('a vault is filled with the available coins, and the shortage is logged', async () => {
    expect(await open()).toEqual(NOT_WHOLE)
    expect(await vaultOf()).toMatchObject({ deposited: 1n })
    expect(await open()).toEqual(TO_BE_FUNDED)
    give(500n)
    expect(await open()).toEqual(NOT_WHOLE)
    expect(await vaultOf()).toMatchObject({ deposited: 501n })
    give(600n)
    expect(await open()).toEqual(FILLED)
    expect(await vaultOf()).toMatchObject({ deposited: 1_000n })
    expect(await open()).toEqual(FILLED)
    expect(kinds()).toEqual(['open_vault', 'fund_vault', 'fund_vault'])
  })

  test('a vault of pieces from a manifest is filled in steps, named pieces with their attributes', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `${index + 1},Frog ${index + 1}`)
    const file = await service.dropkit.uploadFile(service.owner, {
      file: toBase64(utf8(['number,name', ...lines].join('\n'))),
      filename: 'frogs.csv',
      contentType: 'text/csv',
    })
    const collection = {
      manifestUrl: pathOfFile(granted(file)),
      attributes: [{ name: 'Skin', value: 'green' }],
    }
    drop = await service.createDrop({ type: 'NFT', tokenAmount: '1', maxAmount: '300', collection })
    expect(await open()).toEqual({ kind: 'partly_filled' })
    expect(await vaultOf()).toMatchObject({ deposited: 0n })
    expect(await open()).toEqual({ kind: 'partly_filled' })
    expect(await open()).toEqual(FILLED)
    const [, first, second] = prepared
    expect(first).toMatchObject({ deposit: 100n })
    expect(second).toMatchObject({ deposit: 200n })
    const pieces = prepared.flatMap((action) => (action.kind === 'fund_vault' ? (action.pieces ?? []) : []))
    expect(pieces.map(({ name }) => name)).toEqual(lines.map((line) => line.split(',')[1]))
    expect(pieces[0]?.attributes).toEqual(collection.attributes)
  })

  test('pieces with long texts are put into it in transactions that are small enough', async () => {
    const line = (number: number) => `${number},https://frogs.example/${'x'.repeat(2_000)}`
    const file = await service.dropkit.uploadFile(service.owner, {
      file: toBase64(utf8(`number,image\n${Array.from({ length: 60 }, (_, at) => line(at + 1)).join('\n')}`)),
      filename: 'frogs.csv',
      contentType: 'text/csv',
    })
    const collection = { manifestUrl: pathOfFile(granted(file)) }
    drop = await service.createDrop({ type: 'NFT', tokenAmount: '1', maxAmount: '60', collection })
    for (let runs = 0; runs < 4; runs++) await open()
    expect(await open()).toEqual(FILLED)
    const counts = prepared.flatMap((action) => (action.kind === 'fund_vault' ? [action.pieces?.length] : []))
    expect(counts).toEqual([29, 29, 2])
  })

  test.each<[whose: string, change: () => Promise<Partial<Drop>>, isFilled: boolean]>([
    ['its creator’s own', async () => ({}), true],
    ['a stranger’s', async () => ({ creatorId: (await service.callerOf('stranger')).user.id }), false],
    ['one that does not exist', async () => ({ tokenId: idOf('token', 'f'.repeat(32)), type: 'NFT' }), false],
    [
      'a stranger’s, of pieces',
      async () => ({ creatorId: (await service.callerOf('stranger')).user.id, type: 'NFT' }),
      true,
    ],
  ])('one is filled from the reserve of a token that is %s', async (_, whose, isFilled) => {
    give(2_000n)
    const changed = await whose()
    await change(() => changed)
    expect(await open()).toEqual(isFilled ? FILLED : NOT_WHOLE)
    expect(await vaultOf()).toMatchObject({ deposited: isFilled ? 1_000n : 0n })
  })

  test('one is not filled from a coin that its creator has only adopted', async () => {
    const adopted = { name: 'Club', symbol: 'CLUB', supply: '5000', coinType: COIN }
    const token = granted(await service.dropkit.createToken(service.owner, adopted))
    drop = await service.createDrop({ existingTokenId: token.id })
    give(2_000n)
    expect(await open()).toEqual(NOT_WHOLE)
    expect(await vaultOf()).toMatchObject({ deposited: 0n })
  })

  test('one is made once, though another server makes it meanwhile', async () => {
    whilePreparing('open_vault', async () => {
      expect(await open()).toEqual(NOT_WHOLE)
    })
    expect(await open()).toEqual(waiting('no transaction took effect; a new one is made'))
    expect(service.ports.memoryChain.state.ledger.vaults.size).toBe(1)
  })

  test.each<[what: string, change: Partial<Drop>]>([
    ['its next key is waiting', { nextVoucherKey: { publicKey: 'next', privateKey: '' } }],
    ['its key has changed', { voucherKey: { publicKey: 'next', privateKey: '' } }],
    ['its drop is cancelled', { status: 'CANCELLED' }],
  ])('none is made when %s by the time that it is signed', async (_, changed) => {
    whilePreparing('open_vault', () => change(() => changed))
    expect(await open()).toEqual(waiting('no transaction took effect; a new one is made'))
    expect(service.ports.memoryChain.state.ledger.vaults.size).toBe(0)
  })

  test('no vault is opened or filled while the amount is unknown', async () => {
    const { balances } = service.ports.chain
    Object.assign(service.ports.chain, { balances: async () => SILENT })
    expect(await open()).toEqual(waiting('silent'))
    expect(prepared).toEqual([])
    Object.assign(service.ports.chain, { balances })
    await open()
    Object.assign(service.ports.chain, { balances: async () => SILENT })
    expect(await open()).toEqual(waiting('silent'))
    expect(kinds()).toEqual(['open_vault'])
  })

  test.each<[what: string, doIt: () => Promise<unknown>]>([
    ['it holds more than was read', () => changeVault({ deposited: amountOf(2n) })],
    [
      'it is closed',
      async () => {
        const { objectId } = await vaultOf()
        await change(() => ({ vault: { kind: 'closed', objectId } }))
      },
    ],
    ['its drop is cancelled', () => change(() => ({ status: 'CANCELLED' }))],
  ])('nothing is put in when %s by the time that it is signed', async (_, doIt) => {
    await open()
    const { objectId } = await vaultOf()
    give(2_000n)
    whilePreparing('fund_vault', doIt)
    expect(await open()).toEqual(waiting('no transaction took effect; a new one is made'))
    expect(service.ports.memoryChain.state.ledger.vaults.get(objectId)?.deposited).toBe(1n)
  })

  test('a sent transaction is followed to its end, and no other is sent', async () => {
    const { outcome } = service.ports.chain
    const answer = (value: TransactionOutcome) =>
      Object.assign(service.ports.chain, { outcome: async () => ({ ok: true, value }) })
    give(2_000n)
    Object.assign(service.ports.chain, { outcome: async () => SILENT })
    expect(await open()).toEqual(waiting('silent'))
    expect(await open()).toEqual(waiting('silent'))
    answer({ kind: 'pending' })
    expect(await open()).toEqual(waiting('not final yet'))
    expect((await service.reread(drop)).vault.kind).toBe('none')
    Object.assign(service.ports.chain, { outcome })
    expect(await open()).toEqual(FILLED)
    expect(kinds()).toEqual(['open_vault'])
  })

  test('none is there when the chain has refused to make it, or has made another thing', async () => {
    const { outcome } = service.ports.chain
    const answer = (value: object) =>
      Object.assign(service.ports.chain, { outcome: async () => ({ ok: true, value }) })
    answer({ kind: 'failed', reason: 'busy', effects: { vaultsOpened: [{}] } })
    expect(await open()).toEqual(waiting('busy'))
    expect((await service.reread(drop)).vault.kind).toBe('none')
    answer({ kind: 'succeeded', effects: { vaultsOpened: [] } })
    expect(await open()).toEqual(NOT_WHOLE)
    expect((await service.reread(drop)).vault.kind).toBe('none')
    Object.assign(service.ports.chain, { outcome })
  })

  describe('its deposits', () => {
    beforeEach(async () => {
      await open()
      prepared.length = 0
    })

    const shows = (deposited: bigint | null) =>
      Object.assign(service.ports.chain, {
        vaults: async ([id]: readonly string[]) => ({
          ok: true,
          value: new Map(deposited === null ? [] : [[id, { deposited: amountOf(deposited) }]]),
        }),
      })

    test('are seen, and nothing is put in', async () => {
      give(2_000n)
      expect(await see()).toEqual(TO_BE_FUNDED)
      shows(999n)
      expect(await see()).toEqual(TO_BE_FUNDED)
      expect(await vaultOf()).toMatchObject({ deposited: 999n })
      shows(1_000n)
      expect(await see()).toEqual(FILLED)
      expect(await vaultOf()).toMatchObject({ deposited: 1_000n })
      expect(prepared).toEqual([])
    })

    test('are unknown for a missing drop, a missing vault, or a deleted drop', async () => {
      expect(await see(nowhere)).toEqual(NOT_WANTED)
      await change(() => ({ deletedAt: 1 }))
      expect(await see()).toEqual(NOT_WANTED)
      await change(() => ({ deletedAt: null, vault: { kind: 'none' } }))
      expect(await see()).toEqual(NOT_WANTED)
    })

    test('keep their values while the chain does not answer, or shows no vault or an earlier one', async () => {
      Object.assign(service.ports.chain, { vaults: async () => SILENT })
      expect(await see()).toEqual(waiting('silent'))
      expect(await open()).toEqual(waiting('silent'))
      shows(null)
      expect(await see()).toEqual(TO_BE_FUNDED)
      shows(0n)
      give(2_000n)
      expect(await see()).toEqual(waiting('the chain shows what was before'))
      expect(await open()).toEqual(waiting('the chain shows what was before'))
      expect(await vaultOf()).toMatchObject({ deposited: 1n })
    })

    test('never decrease: an older read that arrives late changes nothing', async () => {
      replaceMethod(service.ports.chain, 'vaults', async (vaults, ...asked) => {
        const shown = granted(await vaults(...asked))
        await changeVault({ deposited: amountOf(700n) })
        return {
          ok: true,
          value: new Map([...shown].map(([id, one]) => [id, { ...one, deposited: amountOf(300n) }])),
        }
      })
      expect(await see()).toEqual(TO_BE_FUNDED)
      expect(await vaultOf()).toMatchObject({ deposited: 700n })
    })

    test('are noted nowhere when the vault is closed by then', async () => {
      const { objectId } = await vaultOf()
      Object.assign(service.ports.chain, {
        vaults: async () => {
          await change(() => ({ vault: { kind: 'closed', objectId } }))
          return { ok: true, value: new Map([[objectId, { deposited: 1_000n }]]) }
        },
      })
      expect(await see()).toEqual(FILLED)
      expect((await service.reread(drop)).vault).toEqual({ kind: 'closed', objectId })
    })
  })
})

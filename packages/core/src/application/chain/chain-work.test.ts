import { createTestService, sampleTransaction, testWallet } from '@dropkit/testing'
import { describe, expect, test, vi } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { ChainPurpose, ChainTransaction } from '../../domain/chain-transaction.ts'
import { idOf } from '../../domain/ids.ts'
import type { Change } from '../../ports/index.ts'
import { type ChainWorkPorts, followTransaction, prepareAndStore, sendTransaction } from './chain-work.ts'
import { FORGOTTEN } from './send-stored.ts'

const CREATED_AT = 1_000_000_000
const transaction: ChainTransaction = {
  id: idOf('chaintx', '00000000000070008000000000000001'),
  dropId: idOf('drop', '00000000000070008000000000000002'),
  purpose: { kind: 'fund_vault', deposit: amountOf(1n) },
  bytes: 'bytes',
  digest: 'digest',
  expiresAt: CREATED_AT + 1_000,
  state: 'sent',
  createdAt: CREATED_AT,
}
const dropWithTransaction = { openTransactions: [transaction], claims: new Map(), intents: new Map() }

/** A store whose drop is in this state; null if it has none. Calls `onChange` with each decision. */
const storeOf = (dropState: object | null, onChange: (change: Change<unknown>) => void = () => {}) => ({
  async changeDrop(_: unknown, __: unknown, decide: (dropState: object | null) => Change<unknown>) {
    const change = decide(dropState)
    onChange(change)
    return { ok: true, value: change.result }
  },
})

test.each([
  ['unknown', CREATED_AT + 500],
  ['unknown', CREATED_AT],
  ['unknown', CREATED_AT - 599_999],
  ['lost', CREATED_AT - 600_000],
  ['lost', CREATED_AT - 86_400_000],
])(
  'a transaction that the chain does not show is %s when it knows all since %i',
  async (kind, knownSince) => {
    const changes: unknown[] = []
    const ports = {
      chain: {
        submit: async () => ({ ok: true, value: 'sent' }),
        outcome: async () => ({
          ok: true,
          value: { kind: 'absent', chainTime: transaction.expiresAt + 1, knownSince },
        }),
      },
      store: storeOf(dropWithTransaction, (change) => changes.push(change)),
    } as unknown as ChainWorkPorts
    expect((await followTransaction(ports, transaction, () => ({}))).kind).toBe(kind)
    expect(changes).toHaveLength(kind === 'lost' ? 1 : 0)
  },
)

test.each([
  ['succeeded', { ok: true, value: { kind: 'succeeded', effects: {} } }, { kind: 'succeeded' }],
  ['lost', { ok: true, value: { kind: 'lost' } }, { kind: 'lost' }],
  [null, { ok: true, value: { kind: 'unknown' } }, { kind: 'unknown', reason: FORGOTTEN }],
  [
    null,
    { ok: false, error: { kind: 'chain_unavailable', reason: 'no answer' } },
    { kind: 'unknown', reason: 'no answer' },
  ],
])(
  'a transaction that the node has forgotten ends as %s by its effects',
  async (state, recalled, expected) => {
    for (const submission of ['sent', 'impossible']) {
      const ended: unknown[] = []
      const forgotten = { kind: 'absent', chainTime: transaction.expiresAt, knownSince: CREATED_AT }
      const ports = {
        chain: {
          submit: async () => ({ ok: true, value: submission }),
          outcome: async () => ({ ok: true, value: forgotten }),
          recall: async () => recalled,
        },
        store: storeOf(dropWithTransaction, ({ update }) => ended.push(update)),
      } as unknown as ChainWorkPorts
      expect(await followTransaction(ports, transaction, () => ({}))).toEqual(expected)
      expect(ended).toEqual(state === null ? [] : [{ chainTransactions: [{ ...transaction, state }] }])
    }
  },
)

/** What becomes of a transaction whose sending and whose outcome the chain answers like this. */
async function followed(submit: object, outcome: object, dropState: object | null = dropWithTransaction) {
  const ended: unknown[] = []
  const ports = {
    chain: { submit: async () => submit, outcome: async () => ({ ok: true, value: outcome }) },
    store: storeOf(dropState, ({ update }) => ended.push(update)),
  } as unknown as ChainWorkPorts
  return { progress: await followTransaction(ports, transaction, () => ({})), ended }
}

const SENT = { ok: true, value: 'sent' }
const UNANSWERED = { ok: false, error: { kind: 'chain_unavailable', reason: 'no answer' } }
const { expiresAt } = transaction

test.each<[what: string, submit: object, outcome: object, kind: string, reason: string | undefined]>([
  [
    'not shown, and may be still',
    SENT,
    { kind: 'absent', chainTime: expiresAt - 1 },
    'unknown',
    'not seen yet',
  ],
  [
    'not shown, nor was its sending answered',
    UNANSWERED,
    { kind: 'absent', chainTime: 0 },
    'unknown',
    'no answer',
  ],
  ['not shown when its time is over', SENT, { kind: 'absent', chainTime: expiresAt }, 'lost', undefined],
  [
    'refused for good',
    { ok: true, value: 'impossible' },
    { kind: 'absent', chainTime: 0 },
    'lost',
    undefined,
  ],
  ['shown and not final', SENT, { kind: 'pending' }, 'unknown', 'not final yet'],
  ['aborted', SENT, { kind: 'failed', reason: 'no funds', at: 1 }, 'failed', 'no funds'],
  ['carried out', SENT, { kind: 'succeeded', effects: {} }, 'succeeded', undefined],
])('a transaction that is %s ends so, or not yet', async (_, submit, outcome, kind, reason) => {
  const { progress, ended } = await followed(submit, outcome)
  expect(progress).toEqual(reason === undefined ? { kind } : { kind, reason })
  expect(ended).toEqual(kind === 'unknown' ? [] : [{ chainTransactions: [{ ...transaction, state: kind }] }])
})

test('the end of a transaction changes nothing if its drop is gone', async () => {
  const { ended } = await followed(SENT, { kind: 'succeeded', effects: {} }, null)
  expect(ended).toEqual([undefined])
})

/** What comes of a transaction that takes so long to prepare, for a drop on which others are open. */
async function progressAfter(preparingMs: number, open: readonly ChainPurpose[] | null) {
  let now = CREATED_AT
  const sent: unknown[] = []
  const openTransactions = open?.map((purpose) => ({ ...transaction, purpose }))
  const ports = {
    clock: { now: () => now },
    ids: { next: () => '00000000000070008000000000000003' },
    chain: {
      prepare: async () => {
        now += preparingMs
        const { bytes, digest } = transaction
        return { ok: true, value: { bytes, digest, expiresAt } }
      },
      submit: async (one: unknown) => {
        sent.push(one)
        return SENT
      },
      outcome: async () => ({ ok: true, value: { kind: 'pending' } }),
    },
    store: storeOf(openTransactions ? { openTransactions, drop: { type: 'TOKEN' } } : null),
  } as unknown as ChainWorkPorts
  const { dropId, purpose } = transaction
  const action = { kind: 'pay', coinType: '0x2::sui::SUI', amount: amountOf(1n), to: testWallet(1) } as const
  const { kind } = await sendTransaction(ports, { dropId, purpose, action }, () => ({}))
  return { kind, sent: sent.length }
}

test.each<[what: string, open: readonly ChainPurpose[] | null, isSent: boolean]>([
  ['one of another kind is under way', [{ kind: 'close_vault' }, { kind: 'rotate_key' }], true],
  ['one of the same is under way', [{ kind: 'open_vault', deposit: amountOf(1n) }], false],
  ['none is under way', [], true],
  ['the drop is gone', null, false],
])('a transaction is kept and sent or not where %s', async (_, open, isSent) => {
  expect(await progressAfter(15_000, open)).toEqual(
    isSent ? { kind: 'unknown', sent: 1 } : { kind: 'lost', sent: 0 },
  )
  expect(await progressAfter(15_001, open)).toEqual({ kind: 'lost', sent: 0 })
})

test('a transaction that another server may have replaced during its preparation is neither stored nor sent', async () => {
  let now = CREATED_AT
  const submit = vi.fn()
  const changes: unknown[] = []
  const ports = {
    clock: { now: () => now },
    ids: { next: () => '00000000000070008000000000000003' },
    chain: {
      prepare: async () => {
        const { bytes, digest, expiresAt } = transaction
        now += 20_000
        return { ok: true, value: { bytes, digest, expiresAt } }
      },
      submit,
    },
    store: storeOf({}, (change) => changes.push(change)),
  } as unknown as ChainWorkPorts
  const { dropId, purpose } = transaction
  const action = { kind: 'pay', coinType: '0x2::sui::SUI', amount: amountOf(1n), to: testWallet(1) } as const
  expect(await sendTransaction(ports, { dropId, purpose, action }, () => ({}))).toEqual({ kind: 'lost' })
  expect(changes).toEqual([{ result: false }])
  expect(submit).not.toHaveBeenCalled()
})

describe('the object with which the service controls a vault', () => {
  const delivery = { kind: 'deliver_claims', sequences: [1] } as const
  const through = { ...delivery, throughPause: true } as const
  const funding = { kind: 'fund_vault', deposit: amountOf(1n) } as const

  test.each<[string, 'TOKEN' | 'NFT', 'stored' | 'lost', ChainPurpose]>([
    ['a key rotation', 'TOKEN', 'lost', { kind: 'rotate_key' }],
    ['a closing', 'TOKEN', 'lost', { kind: 'close_vault' }],
    ['a resumption', 'TOKEN', 'lost', { kind: 'resume_vault' }],
    ['a delivery through a pause', 'TOKEN', 'lost', through],
    ['a delivery', 'TOKEN', 'stored', delivery],
    ['a deposit', 'TOKEN', 'stored', funding],
    ['a deposit', 'NFT', 'lost', funding],
  ])(
    'is named by one open transaction at a time: during %s of a drop of type %s, a pause is %s',
    async (_, type, kind, open) => {
      const service = await createTestService({ chain: { opensVaultsAtOnce: true } })
      const { ports } = service
      const drop = await service.createDrop()
      if (drop.vault.kind !== 'open') throw new Error('the vault is open')
      const chainTransactions = [sampleTransaction(drop, 1, { purpose: open })]
      await ports.store.create({ insert: { chainTransactions }, update: { drops: [{ ...drop, type }] } })
      const { objectId: dropObjectId, coinType } = drop.vault
      const action = { kind: 'pause_vault', dropObjectId, coinType } as const
      const stored = await prepareAndStore(ports, {
        dropId: drop.id,
        purpose: { kind: 'pause_vault' },
        action,
      })
      expect(stored.kind).toBe(kind)
    },
  )
})

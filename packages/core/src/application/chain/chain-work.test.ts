import { expect, test, vi } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import { idOf } from '../../domain/ids.ts'
import { testWallet } from '../../testing/index.ts'
import { type ChainWorkPorts, follow, undertake } from './chain-work.ts'

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

test.each([
  ['unknown', CREATED_AT + 500],
  ['unknown', CREATED_AT],
  ['lost', CREATED_AT - 86_400_000],
])(
  'a transaction that the chain does not show is %s when it knows all since %i',
  async (kind, knownSince) => {
    const ports = {
      chain: {
        submit: async () => ({ ok: true, value: 'sent' }),
        outcome: async () => ({
          ok: true,
          value: { kind: 'absent', chainTime: transaction.expiresAt + 1, knownSince },
        }),
      },
      store: { changeDrop: vi.fn(async () => ({ ok: true, value: { decided: undefined } })) },
    } as unknown as ChainWorkPorts
    expect((await follow(ports, transaction, () => ({}))).kind).toBe(kind)
    expect(ports.store.changeDrop).toHaveBeenCalledTimes(kind === 'lost' ? 1 : 0)
  },
)

test('a transaction that took so long to prepare that another server may have made one is neither kept nor sent', async () => {
  let now = CREATED_AT
  const submit = vi.fn()
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
    store: {
      changeDrop: async (_: unknown, __: unknown, decide: (pool: object) => { result: unknown }) => {
        const change = decide({})
        expect(change).toEqual({ result: false })
        return { ok: true, value: change.result }
      },
    },
  } as unknown as ChainWorkPorts
  const { dropId, purpose } = transaction
  const action = { kind: 'pay', coinType: '0x2::sui::SUI', amount: amountOf(1n), to: testWallet(1) } as const
  expect(await undertake(ports, { dropId, purpose, action }, () => ({}))).toEqual({ kind: 'lost' })
  expect(submit).not.toHaveBeenCalled()
})

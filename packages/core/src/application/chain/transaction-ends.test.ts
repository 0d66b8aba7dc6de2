// However the end of a transaction becomes known, it must leave the same state.

import {
  createTestService,
  granted,
  MEMORY_OPERATOR,
  MEMORY_TREASURY,
  TEST_CURRENCIES,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { ChainPurpose } from '../../domain/chain-transaction.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { OperatorAction, VaultState } from '../../ports/index.ts'

const SUI = TEST_CURRENCIES[0]?.coinType ?? ''
const COIN = `${testWallet(7)}::club::CLUB`
const TEXTUAL = { title: 'Drop', type: 'TOKEN', claimType: 'REGULAR' } as const

/** For how long a node that is behind shows vaults as they were before the transaction. */
const BEHIND_MS = 8_000

/** How the end of the transaction becomes known. */
type Way = 'directly' | 'followed' | 'seen first' | 'after a crash'
const WAYS: readonly Way[] = ['directly', 'followed', 'seen first', 'after a crash']

interface Scenario {
  readonly opensVaultsAtOnce?: false
  readonly action: OperatorAction['kind']
  /** Everything up to the transaction, then what causes it. Gives back the drop. */
  run(service: TestService): Promise<DropId>
}

const SCENARIOS: { readonly [Kind in ChainPurpose['kind']]: Scenario } = {
  open_vault: {
    opensVaultsAtOnce: false,
    action: 'open_vault',
    async run(service) {
      give(service, 2_000n)
      return (await dropOnOwnCoin(service)).id
    },
  },
  fund_vault: {
    opensVaultsAtOnce: false,
    action: 'fund_vault',
    async run(service) {
      give(service, 400n)
      const { id } = await dropOnOwnCoin(service)
      await service.runJobs()
      give(service, 2_000n)
      return id
    },
  },
  deliver_claims: {
    action: 'deliver_claims',
    async run(service) {
      const { id } = await service.createDrop({ tokenAmount: '0', supply: 10 })
      await draw(service, id, 1)
      await draw(service, id, 2)
      return id
    },
  },
  rotate_key: {
    action: 'rotate_key',
    async run(service) {
      const { id } = await service.createDrop()
      granted(await service.dropkit.claimDrop(service.owner, { dropId: id, userAddress: testWallet(1) }))
      await settled(service.dropkit.rotateDropKey(service.owner, id, { reason: 'monthly' }))
      return id
    },
  },
  pause_vault: {
    action: 'pause_vault',
    async run(service) {
      const { id } = await service.createDrop()
      await alarm(service, id)
      return id
    },
  },
  resume_vault: {
    action: 'resume_vault',
    async run(service) {
      const { id } = await service.createDrop()
      await alarm(service, id)
      await service.pass(2_000)
      granted(await service.dropkit.updateDrop(service.owner, id, { status: 'ACTIVE' }))
      return id
    },
  },
  close_vault: {
    action: 'close_vault',
    async run(service) {
      const { id } = await service.createDrop()
      granted(await service.dropkit.updateDrop(service.owner, id, { status: 'CANCELLED' }))
      return id
    },
  },
  refund: {
    action: 'pay',
    async run(service) {
      const { id, intentId } = await bought(service)
      granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intentId }))
      return id
    },
  },
  payout: {
    action: 'pay',
    async run(service) {
      const { id } = await bought(service)
      const { voucher } = granted(
        await service.dropkit.claimDrop(service.owner, { dropId: id, userAddress: testWallet(1) }),
      )
      service.ports.memoryChain.wallet.claim(voucher)
      await service.pass(2_000)
      const to = { dropId: id, toAddress: testWallet(0xe) }
      granted(await service.dropkit.withdrawProceeds(service.owner, to))
      return id
    },
  },
}

const KINDS = Object.keys(SCENARIOS) as ChainPurpose['kind'][]

test.each(KINDS.flatMap((kind) => WAYS.map((way) => [kind, way] as const)))(
  '%s leaves the same state when its end is known %s',
  async (kind, way) => {
    const expected = await stateAfter(SCENARIOS[kind], 'directly', false)
    expect(await stateAfter(SCENARIOS[kind], way, true)).toEqual(expected)
  },
)

async function stateAfter(scenario: Scenario, way: Way, isBehind: boolean) {
  const chain = scenario.opensVaultsAtOnce === false ? { opensVaultsAtOnce: false } : {}
  const service = await createTestService({ chain })
  const sent = interfere(service, scenario.action, way, isBehind)
  const id = await scenario.run(service)
  for (let round = 0; round < 60; round++) {
    // Other work looks at the vault at any moment, before the transaction's end is known too.
    const dueAt = service.ports.clock.now()
    const looks = ['watch_deposit', 'open_vault'] as const
    await service.ports.jobs.request(
      looks.map((kind) => ({ kind, subject: id, ownerId: service.owner.user.id, dueAt })),
    )
    await service.pass(5_000, 2)
  }
  expect(sent()).toBeGreaterThan(0)
  return stateOf(service, id)
}

/** Makes the end of the first transaction of a kind known in a certain way; `isBehind`: old vaults are shown after it. */
function interfere(service: TestService, action: OperatorAction['kind'], way: Way, isBehind: boolean) {
  const { prepare, submit, outcome, vaults } = service.ports.chain
  let digest: string | undefined
  let before: ReadonlyMap<string, VaultState> = new Map()
  let [asked, count] = [0, 0]
  let sentAt: number | undefined
  const { clock } = service.ports
  Object.assign(service.ports.chain, {
    async prepare(wanted: OperatorAction) {
      const prepared = await prepare(wanted)
      if (wanted.kind !== action || !prepared.ok) return prepared
      count++
      digest ??= prepared.value.digest
      return prepared
    },
    async submit(transaction: Parameters<typeof submit>[0]) {
      if (transaction.digest === digest && sentAt === undefined) {
        const seen = await vaults([...service.ports.memoryChain.state.ledger.vaults.keys()])
        if (seen.ok) before = seen.value
        sentAt = clock.now()
      }
      return submit(transaction)
    },
    async outcome(txHash: string) {
      if (txHash !== digest) return outcome(txHash)
      asked++
      if (way === 'after a crash' && asked === 1) throw new Error('the server dies')
      const unknownFor = way === 'followed' ? 1 : way === 'seen first' ? 6 : 0
      if (asked <= unknownFor) return { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } }
      return outcome(txHash)
    },
    async vaults(ids: Parameters<typeof vaults>[0]) {
      // A node that is behind shows the vaults as they were before the transaction.
      const isOld = isBehind && sentAt !== undefined && clock.now() < sentAt + BEHIND_MS
      if (!isOld || !ids.some((id) => before.has(id))) return vaults(ids)
      return { ok: true, value: new Map([...before].filter(([id]) => ids.includes(id as never))) }
    },
  })
  return () => count
}

async function stateOf({ ports }: TestService, id: DropId) {
  const drop = await ports.store.dropForSettlement(id)
  const dropState = await ports.store.dropState(id, { allClaims: true })
  const open = [...ports.memory.state.chainTransactions.all()].filter((sent) => sent.state === 'sent')
  const claims = [...(dropState?.claims.values() ?? [])]
  const intents = await ports.store.intentsWithMoney(id, { limit: 10 })
  const { ledger } = ports.memoryChain.state
  return {
    status: drop?.status,
    vault: drop?.vault,
    key: drop?.voucherKey.publicKey,
    nextKey: drop?.nextVoucherKey,
    tally: drop?.tally,
    payments: drop?.payments,
    claims: claims.map(({ sequence, state, amount }) => [sequence, state.kind, amount]),
    intents: intents.map(({ state, held, refunded, refunding, paidOut }) => ({
      kind: state.kind,
      held,
      refunded,
      refunding,
      paidOut,
    })),
    openTransactions: open.length,
    vaults: [...ledger.vaults.values()],
    balances: [...ledger.balances].filter(([, amount]) => amount > 0n).sort(),
  }
}

const give = ({ ports }: TestService, amount: bigint) =>
  ports.memoryChain.wallet.faucet(MEMORY_OPERATOR, COIN, amountOf(amount))

async function dropOnOwnCoin(service: TestService) {
  const terms = { name: 'Club', symbol: 'CLUB', supply: '5000' }
  const token = granted(await service.dropkit.createToken(service.owner, terms))
  const id = idOf('token', '0000000000007000800000000000000c')
  const deployment = {
    kind: 'DEPLOYED',
    coinType: COIN,
    packageId: testWallet(7),
    address: testWallet(7),
    txHash: '',
  } as const
  await service.ports.store.create({ insert: { tokens: [{ ...token, id, deployment }] } })
  return granted(
    await service.dropkit.createDrop(service.owner, {
      ...TEXTUAL,
      maxAmount: '1000',
      tokenAmount: '10',
      existingTokenId: id,
    }),
  )
}

async function draw({ dropkit, owner }: TestService, dropId: DropId, wallet: number) {
  granted(await dropkit.claimRandomDrop(owner, { dropId, userAddress: testWallet(wallet) }))
}

/** A claim with the drop's key that the service knows nothing of. */
async function alarm({ ports, pass }: TestService, id: DropId) {
  const drop = await ports.store.dropForSettlement(id)
  if (drop?.vault.kind !== 'open') throw new Error('no vault')
  const dropObjectId = drop.vault.objectId
  const expiresAt = ports.clock.now() + 60_000
  const voucher = { dropObjectId, claimer: testWallet(0xbad), amount: amountOf(10n), nonce: 77, expiresAt }
  const signature = await ports.signer.sign(id, drop.voucherKey, ports.chain.voucherBytes(voucher))
  ports.memoryChain.wallet.claim({ ...voucher, signature })
  await pass(1_000)
}

async function bought(service: TestService) {
  const { id } = await service.createDrop({ price: 2 })
  const order = { dropId: id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 1 }
  const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
  const txHash = service.pay(intent)
  granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
  service.ports.memoryChain.wallet.faucet(MEMORY_TREASURY, SUI, amountOf(10n))
  return { id, intentId: intent.id }
}

/** A request that may die on the way. */
const settled = (request: Promise<unknown>) => request.catch(() => undefined)

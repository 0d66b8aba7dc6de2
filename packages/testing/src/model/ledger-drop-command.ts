import type { ClaimType, Dropkit, DropType } from '@dropkit/core'
import { assertEqual, assertTrue, fail } from '../assert.ts'
import type { CrashPlan } from './crashing-ports.ts'
import { assertKind, checkLedger, dropCommand, type LedgerCommand, unlessCrashed } from './ledger-command.ts'
import { type LedgerModel, type ModelDrop, type ModelRule, moveIn, settleIn } from './ledger-model.ts'
import { type LedgerSystem, restartAfterCrash, runUntilSettled } from './ledger-system.ts'

/** The properties of a new drop. */
export interface AskedDrop {
  readonly award: ModelDrop['award']
  /** Default: TOKEN. An open drop never has pieces. */
  readonly type?: DropType
  /** Default: REGULAR. */
  readonly claimType?: ClaimType
  readonly item: number
  readonly pool: number
  readonly supply: number | null
  readonly limit: number | null
}

const MOST_DROPS = 3

export const createDropCommand = (asked: AskedDrop, crash: CrashPlan | null): LedgerCommand => ({
  check: ({ drops }) => drops.length < MOST_DROPS,
  async run(model, system) {
    system.planCrash(crash)
    const created = await unlessCrashed(create(system, asked))
    if (system.hasCrashed) await adoptNewDrop(model, asked, system)
    else {
      system.planCrash(null)
      if (!created?.ok) return fail(`the drop was refused: ${created?.error.kind}`)
      model.drops.push(modelOf(created.value.id, asked))
    }
    await checkLedger(model, system)
  },
  toString: () =>
    `create ${asked.type ?? ''} ${asked.claimType ?? ''} ${asked.award} of ${asked.item}, pool ${asked.pool}, supply ${asked.supply}, limit ${asked.limit}` +
    (crash ? `, dies ${crash.moment} commit ${crash.commit}` : ''),
})

function create(
  { dropkit, caller, tokenId }: LedgerSystem,
  asked: AskedDrop,
): ReturnType<Dropkit['createDrop']> {
  const tokenAmount = { fixed: String(asked.item), random: '0', open: null }[asked.award]
  return dropkit.createDrop(caller, {
    existingTokenId: tokenId,
    title: 'Drop',
    type: asked.award === 'open' ? 'TOKEN' : (asked.type ?? 'TOKEN'),
    claimType: asked.claimType ?? 'REGULAR',
    maxAmount: String(asked.pool),
    tokenAmount,
    supply: asked.supply,
    maxPerWallet: asked.limit,
  })
}

const modelOf = (id: string, asked: AskedDrop): ModelDrop => ({
  id,
  award: asked.award,
  claimType: asked.claimType ?? 'REGULAR',
  gate: null,
  item: asked.award === 'fixed' ? BigInt(asked.item) : 1n,
  pool: BigInt(asked.pool),
  supply: asked.supply,
  limit: asked.limit ?? 1,
  state: 'active',
  claims: [],
})

/** If the creation of a drop crashes, the drop exists completely or not at all. The background work opens its vault. */
async function adoptNewDrop(model: LedgerModel, asked: AskedDrop, system: LedgerSystem): Promise<void> {
  await restartAfterCrash(system)
  const all = await system.store.listDrops({}, system.caller.user.id, { limit: 200 })
  const known = new Set([...model.drops.map(({ id }) => id), model.sale?.id])
  const made = all.filter(({ id }) => !known.has(id))
  assertTrue(made.length <= 1, 'one call made several drops')
  for (const { id } of made) model.drops.push(modelOf(id, asked))
  await runUntilSettled(model, system)
  settleIn(model, system.chainNow())
}

const STATUS = { active: 'ACTIVE', paused: 'PAUSED', ended: 'ENDED' } as const

export const moveCommand = (
  nth: number,
  to: keyof typeof STATUS,
  crash: CrashPlan['moment'] | null,
): LedgerCommand =>
  dropCommand(`set ${STATUS[to]}${crash ? `, dies ${crash} its commit` : ''}`, nth, async (drop, system) => {
    system.planCrash(crash && { commit: 1, moment: crash })
    const { dropkit, caller } = system
    const moved = await unlessCrashed(dropkit.updateDrop(caller, drop.id, { status: STATUS[to] }))
    if (!system.hasCrashed) {
      system.planCrash(null)
      return assertKind(moved ?? fail('no answer'), moveIn(drop, to), `${STATUS[to]} of ${drop.id}`)
    }
    await restartAfterCrash(system)
    if (crash === 'after') moveIn(drop, to)
  })

export const deleteCommand = (nth: number, crash: CrashPlan['moment'] | null): LedgerCommand =>
  dropCommand(`delete${crash ? `, dies ${crash} its commit` : ''}`, nth, async (drop, system) => {
    system.planCrash(crash && { commit: 1, moment: crash })
    const { dropkit, caller } = system
    const wasThere = drop.state !== 'deleted'
    const deleted = await unlessCrashed(dropkit.deleteDrop(caller, drop.id))
    if (!system.hasCrashed) {
      system.planCrash(null)
      assertKind(deleted ?? fail('no answer'), wasThere ? undefined : 'not_found', `deletion of ${drop.id}`)
      drop.state = 'deleted'
      return
    }
    await restartAfterCrash(system)
    assertEqual(wasThere, true, 'a refused deletion commits nothing')
    if (crash === 'after') drop.state = 'deleted'
  })

/** Sets the gating rules of a drop. */
export const gateCommand = (nth: number, rules: readonly ModelRule[]): LedgerCommand =>
  dropCommand(`set rules ${JSON.stringify(rules)}`, nth, async (drop, { dropkit, caller }) => {
    const written = rules.map((rule) =>
      rule.kind === 'listed'
        ? {
            key: 'wallet_allowlist',
            operator: rule.isIn ? 'in' : 'not_in',
            value: rule.wallets.join(','),
          }
        : { key: 'claim_count', operator: rule.operator, value: String(rule.count) },
    )
    const set = await dropkit.updateGatingConfig(caller, drop.id, { isActive: true, rules: written })
    assertKind(set, drop.state === 'deleted' ? 'not_found' : undefined, `rules of ${drop.id}`)
    if (set.ok) drop.gate = rules.length === 0 ? null : rules
  })

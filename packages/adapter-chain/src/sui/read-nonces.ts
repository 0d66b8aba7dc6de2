import { type Address, type ChainAnswer, err, type Instant, ok } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, SUI_CLOCK_OBJECT_ID } from '@mysten/sui/utils'
import { ClockLayout, NonceWordLayout } from './move-layouts.ts'
import { OBJECTS_PER_REQUEST, readObjects } from './read-objects.ts'
import { readVaultObject, type VaultReader, type VaultReaderContext } from './read-vaults.ts'
import { settledTime } from './sui-context.ts'

const BITS = 256n
/** The clock and the vault take the other two places. */
const WORDS_PER_REQUEST = OBJECTS_PER_REQUEST - 2

export interface UsedNonces {
  readonly chainTime: Instant
  readonly used: ReadonlySet<number>
}

/**
 * Which of the nonces a vault has paid. One request reads the clock, the words of the bitmap and the vault. If the words do
 * not fit into one request, each request reads its own clock, and the earliest time is returned.
 *
 * If the vault is missing, the node may be behind or the vault is closed. Nonces that were paid before the closing must not
 * be reported as unused, so the answer is `chain_unavailable`.
 */
export async function readUsedNonces(
  context: VaultReaderContext,
  vaults: VaultReader,
  dropObjectId: Address,
  nonces: readonly number[],
): Promise<ChainAnswer<UsedNonces>> {
  const table = await vaults.nonceTableId(dropObjectId)
  if (!table.ok) return table
  const tableId = table.value
  if (tableId === null) return absent(dropObjectId)

  const byWord = Map.groupBy(nonces, wordOf)
  const words = [...byWord.keys()]
  const used = new Set<number>()
  let chainTime = Number.POSITIVE_INFINITY
  for (let from = 0; from === 0 || from < words.length; from += WORDS_PER_REQUEST) {
    const batch = words.slice(from, from + WORDS_PER_REQUEST)
    const answer = await context.calls.ask('used_nonces', (abort) =>
      readWords(context, { dropObjectId, tableId }, batch, abort),
    )
    if (!answer.ok) return answer
    if (answer.value === null) return absent(dropObjectId)
    chainTime = Math.min(chainTime, answer.value.chainTime)
    for (const [word, bits] of answer.value.bits) {
      for (const nonce of byWord.get(word) ?? []) if ((bits >> (BigInt(nonce) % BITS)) & 1n) used.add(nonce)
    }
  }
  return ok({ chainTime, used })
}

const wordOf = (nonce: number): bigint => BigInt(nonce) / BITS

const absent = (dropObjectId: Address) =>
  err({ kind: 'chain_unavailable', reason: `the node shows no vault ${dropObjectId}` } as const)

/** Null if the vault is missing. */
async function readWords(
  context: VaultReaderContext,
  { dropObjectId, tableId }: { readonly dropObjectId: Address; readonly tableId: Address },
  words: readonly bigint[],
  abort: AbortSignal,
): Promise<{ readonly chainTime: Instant; readonly bits: ReadonlyMap<bigint, bigint> } | null> {
  const wordIds = words.map((word) =>
    deriveDynamicFieldID(tableId, 'u64', bcs.u64().serialize(word).toBytes()),
  )
  const startedAt = context.machineNow()
  // The clock comes first: if a node reads the objects one after the other, the words are as of that time or later.
  const { objects, headers } = await readObjects(
    context,
    [SUI_CLOCK_OBJECT_ID, ...wordIds, dropObjectId],
    abort,
  )
  const durationMs = context.machineNow() - startedAt
  const clock = objects[0]
  invariant(clock != null, 'every node has the clock')
  const vault = objects.at(-1)
  if (!vault || readVaultObject(vault, context.packageId) === null) return null
  const clockTime = Number(ClockLayout.parse(clock.contents).timestamp_ms)
  const bits = new Map<bigint, bigint>()
  words.forEach((word, index) => {
    const object = objects[index + 1]
    if (object) bits.set(word, BigInt(NonceWordLayout.parse(object.contents).value))
  })
  return { chainTime: settledTime(headers, clockTime, durationMs), bits }
}

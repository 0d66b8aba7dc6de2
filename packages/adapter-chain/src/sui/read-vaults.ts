import {
  type Address,
  amountOf,
  type ChainAnswer,
  err,
  type Instant,
  ok,
  type UsedNonces,
  type VaultState,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, parseStructTag, SUI_CLOCK_OBJECT_ID } from '@mysten/sui/utils'
import { ClockLayout, DropLayout, NftDropLayout, NonceWordLayout } from './move-layouts.ts'
import { OBJECTS_PER_REQUEST, type ReadObject, readObjects } from './read-objects.ts'
import { type SuiContext, settledTime } from './sui-context.ts'
import { addressOf, amountFrom } from './sui-node.ts'

/** The maximum age of a cached answer. Many readers of one drop then cost one request per second. */
const CACHED_MS = 1_000
const MAX_CACHED = 20_000

type Answer = ChainAnswer<ReadonlyMap<Address, VaultObject>>

type VaultReaderContext = Pick<SuiContext, 'client' | 'calls' | 'packageId' | 'machineNow'>

export interface VaultReader {
  /** The vaults that exist. Concurrent readers of the same vault share one request. */
  read(dropObjectIds: readonly Address[]): Promise<Answer>
  /** The table of a vault's used nonces, which never changes; null if the vault does not exist. */
  nonceTableId(dropObjectId: Address): Promise<ChainAnswer<Address | null>>
  /** Removes these vaults from the cache, or all of them, because they may just have changed. */
  forget(dropObjectIds?: readonly Address[]): void
}

interface CachedVault {
  readonly at: Instant
  /** The answer of the request that reads this vault and possibly others. */
  readonly answer: Promise<Answer>
}

export function createVaultReader(context: VaultReaderContext): VaultReader {
  const { calls, packageId, machineNow } = context
  const cached = new Map<Address, CachedVault>()

  const request = (ids: readonly Address[]): Promise<Answer> =>
    calls.ask('vaults', async (abort) => {
      const { objects } = await readObjects(context, ids, abort)
      const found = new Map<Address, VaultObject>()
      objects.forEach((object, index) => {
        const vault = object && readVaultObject(object, packageId)
        const id = ids[index]
        if (vault && id) found.set(id, vault)
      })
      return found
    })

  function ask(ids: readonly Address[], now: Instant): void {
    for (let from = 0; from < ids.length; from += OBJECTS_PER_REQUEST) {
      const batch = ids.slice(from, from + OBJECTS_PER_REQUEST)
      const entry: CachedVault = { at: now, answer: request(batch) }
      for (const id of batch) cached.set(id, entry)
      // A failure is returned to the current readers only. It is not cached.
      const drop = () => {
        for (const id of batch) if (cached.get(id) === entry) cached.delete(id)
      }
      void entry.answer.then((answer) => answer.ok || drop(), drop)
    }
  }

  const tableIds = new Map<Address, Address>()

  const reader: VaultReader = {
    async nonceTableId(dropObjectId) {
      const known = tableIds.get(dropObjectId)
      if (known !== undefined) return ok(known)
      const answer = await reader.read([dropObjectId])
      if (!answer.ok) return answer
      const found = answer.value.get(dropObjectId)?.nonceTableId ?? null
      if (tableIds.size >= MAX_CACHED) tableIds.clear()
      if (found !== null) tableIds.set(dropObjectId, found)
      return ok(found)
    },

    async read(dropObjectIds) {
      const now = machineNow()
      const ids = [...new Set(dropObjectIds)]
      const isFresh = ({ at }: CachedVault) => at <= now && now - at < CACHED_MS
      if (cached.size + ids.length > MAX_CACHED) cached.clear()
      ask(
        ids.filter((id) => {
          const entry = cached.get(id)
          return entry === undefined || !isFresh(entry)
        }),
        now,
      )
      const found = new Map<Address, VaultObject>()
      const entries = ids.map((id) => [id, cached.get(id)] as const)
      for (const [id, entry] of entries) {
        const answer = await entry?.answer
        if (answer === undefined) continue
        if (!answer.ok) return err(answer.error)
        const vault = answer.value.get(id)
        if (vault) found.set(id, vault)
      }
      return ok(found)
    },
    forget(dropObjectIds) {
      if (dropObjectIds === undefined) cached.clear()
      else for (const id of dropObjectIds) cached.delete(id)
    },
  }
  return reader
}

interface VaultObject {
  readonly state: VaultState
  /** The table of its used nonces. It never changes. */
  readonly nonceTableId: Address
}

/** Null if the object is not a vault of this package. */
function readVaultObject(object: ReadObject, packageId: Address): VaultObject | null {
  if (!object.type.includes('::')) return null
  const { address, module, name } = parseStructTag(object.type)
  if (addressOf(address) !== packageId) return null
  if (module === 'drop' && name === 'Drop') return readDrop(object.contents)
  return module === 'nft_drop' && name === 'NftDrop' ? readNftDrop(object.contents) : null
}

function readDrop(contents: Uint8Array): VaultObject {
  const { balance, deposited, public_key, used, is_paused } = DropLayout.parse(contents)
  return {
    state: {
      balance: amountFrom(balance.value),
      deposited: amountFrom(deposited),
      publicKey: Buffer.from(public_key).toString('base64'),
      isPaused: is_paused,
    },
    nonceTableId: addressOf(used.words.id),
  }
}

/** Pieces are minted when they are claimed, so the balance is the number of pieces that can still be minted. */
function readNftDrop(contents: Uint8Array): VaultObject {
  const { supply, minted, public_key, used, is_paused } = NftDropLayout.parse(contents)
  return {
    state: {
      balance: amountOf(BigInt(supply) - BigInt(minted)),
      deposited: amountFrom(supply),
      publicKey: Buffer.from(public_key).toString('base64'),
      isPaused: is_paused,
    },
    nonceTableId: addressOf(used.words.id),
  }
}

const BITS = 256n
/** The clock and the vault take the other two places. */
const WORDS_PER_REQUEST = OBJECTS_PER_REQUEST - 2

/**
 * Which of the nonces a vault has paid. One request reads the clock, the words of the bitmap and the vault. If the words do
 * not fit into one request, each request reads its own clock, and the earliest time is returned.
 *
 * If the vault is missing, it is closed or the node is behind its opening. Which nonces it has paid is unknown then.
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
  const byWord = Map.groupBy(nonces, wordOf)
  // Without the table, this reads the clock and the vault.
  const words = tableId === null ? [] : [...byWord.keys()]
  const used = new Set<number>()
  let chainTime = Number.POSITIVE_INFINITY
  let vault: VaultState | null = null
  for (let from = 0; from === 0 || from < words.length; from += WORDS_PER_REQUEST) {
    const batch = words.slice(from, from + WORDS_PER_REQUEST)
    const answer = await context.calls.ask('used_nonces', (abort) =>
      readWords(context, { dropObjectId, tableId }, batch, abort),
    )
    if (!answer.ok) return answer
    chainTime = Math.min(chainTime, answer.value.chainTime)
    const { bits } = answer.value
    vault = answer.value.vault
    if (bits === null) return ok({ chainTime, used: nonces.length === 0 ? used : null, vault })
    if (tableId === null && nonces.length > 0) return appeared(dropObjectId)
    for (const [word, value] of bits) {
      for (const nonce of byWord.get(word) ?? []) if ((value >> (BigInt(nonce) % BITS)) & 1n) used.add(nonce)
    }
  }
  return ok({ chainTime, used, vault })
}

const wordOf = (nonce: number): bigint => BigInt(nonce) / BITS

const appeared = (dropObjectId: Address) =>
  err({ kind: 'chain_unavailable', reason: `the node has shown ${dropObjectId} only now` } as const)

/** `bits` and `vault` are null if the vault is missing. Without a table, no words are read. */
async function readWords(
  context: VaultReaderContext,
  { dropObjectId, tableId }: { readonly dropObjectId: Address; readonly tableId: Address | null },
  words: readonly bigint[],
  abort: AbortSignal,
): Promise<{
  readonly chainTime: Instant
  readonly bits: ReadonlyMap<bigint, bigint> | null
  readonly vault: VaultState | null
}> {
  const wordIds = words.flatMap((word) =>
    tableId === null ? [] : [deriveDynamicFieldID(tableId, 'u64', bcs.u64().serialize(word).toBytes())],
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
  const clockTime = Number(ClockLayout.parse(clock.contents).timestamp_ms)
  const chainTime = settledTime(headers, clockTime, durationMs)
  const object = objects.at(-1)
  const vault = object ? (readVaultObject(object, context.packageId)?.state ?? null) : null
  if (vault === null) return { chainTime, bits: null, vault }
  const bits = new Map<bigint, bigint>()
  words.forEach((word, index) => {
    const object = objects[index + 1]
    if (object) bits.set(word, BigInt(NonceWordLayout.parse(object.contents).value))
  })
  return { chainTime, bits, vault }
}

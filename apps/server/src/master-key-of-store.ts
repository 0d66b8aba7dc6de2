import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SealedValue, SqlStorage } from '@dropkit/adapter-storage'
import type { Instant, KeyValueStore } from '@dropkit/core'
import { type KeyRing, sealedPrefix } from './ports/secrets.ts'
import { StartUpError } from './start-up.ts'

/** The key under which the store has the id of the master key that all servers seal with. */
export const MASTER_KEY_ID = 'server/master-key-id'
/** The key under which the store has the id of the previous master key during a rotation. */
export const LEAVING_KEY = 'server/master-key-leaving'

/**
 * Makes sure that this server holds the master key of the store. With another key the server would start, but fail at every
 * claim. The first server stores its key's id, and a server that does not hold that key refuses to start. A server with two
 * keys seals with the one that the store names. Only a rotation changes that key, after all servers hold both. A key may be
 * removed only after its rotation has ended.
 */
export async function agreeOnMasterKey(keyValues: KeyValueStore, ring: KeyRing): Promise<void> {
  const [ours = ''] = ring.keyIds
  const { sealing, leaving } = await keyValues.transact<{ sealing: string; leaving: string | undefined }>(
    [MASTER_KEY_ID, LEAVING_KEY],
    (values) => {
      const there = values.get(MASTER_KEY_ID)
      return there === undefined
        ? { writes: new Map([[MASTER_KEY_ID, ours]]), result: { sealing: ours, leaving: undefined } }
        : { writes: new Map(), result: { sealing: there, leaving: values.get(LEAVING_KEY) } }
    },
  )
  if (!ring.keyIds.includes(sealing))
    throw new StartUpError(
      `The database was made with another master key (id ${sealing}, not ${ours}). ` +
        'Set MASTER_KEY to that key, or DATA_DIR to the folder that contains it. To replace that key with this one, ' +
        'set MASTER_KEY_PREVIOUS to that key and run: npm run master-key -- rotate',
    )
  if (leaving !== undefined && !ring.keyIds.includes(leaving))
    throw new StartUpError(
      `Some secrets are still encrypted with the previous master key (id ${leaving}), because its rotation has not ended. ` +
        'Set MASTER_KEY_PREVIOUS to it and run: npm run master-key -- rotate',
    )
  ring.sealUnder(sealing)
}

interface Rotation {
  readonly storage: Pick<SqlStorage, 'keyValues' | 'sealedValues'>
  /** The service's time, in Unix milliseconds. */
  readonly now: () => number
  /** Its first key replaces its second key. */
  readonly ring: KeyRing
  /** The number of values that one transaction seals again; 50 by default. */
  readonly batchSize?: number
  /** How long to wait until all servers use the new key, in milliseconds; 60,000 by default. */
  readonly maxWaitMs?: number
  /** Called after each transaction with the number of values sealed again so far. */
  readonly onProgress?: (resealed: number) => void
}

const ROUNDS = 5

/**
 * Replaces the previous master key by the current one while servers run. All servers first switch to the new key, then
 * every sealed value is sealed again, and a final check makes sure that none is left. At any moment every value opens with
 * one of the two keys, so the rotation may be interrupted, and continues when it is run again.
 * @returns The number of values that this run sealed again.
 */
export async function rotateMasterKey(rotation: Rotation): Promise<number> {
  const { storage, ring, maxWaitMs = 60_000 } = rotation
  const [current = '', previous] = ring.keyIds
  if (previous === undefined)
    throw new StartUpError('MASTER_KEY_PREVIOUS must be set to the key that MASTER_KEY replaces')
  await refuseUnlessAllHold(rotation, [current, previous])
  await turnTo(storage, current, previous)
  await waitForServers(rotation, current, maxWaitMs)
  let resealed = 0
  for (let round = 0; round < ROUNDS; round++) {
    resealed += await resealAll(rotation, current)
    const left = await sealedOtherwise(storage, current)
    if (left.size === 0) {
      await storage.keyValues.transact([LEAVING_KEY], () => ({
        writes: new Map([[LEAVING_KEY, null]]),
        result: undefined,
      }))
      return resealed
    }
  }
  throw new StartUpError(
    'A running server still encrypts secrets with the previous key. Restart all servers with the new one, then run this again.',
  )
}

/** The number of values that are sealed under another key, by key id. */
export async function sealedOtherwise(
  { sealedValues }: Pick<SqlStorage, 'sealedValues'>,
  keyId: string,
): Promise<ReadonlyMap<string, number>> {
  const own = sealedPrefix(keyId)
  const counts = await sealedValues.countByPrefix(own.length)
  return new Map(
    [...counts]
      .filter(([prefix]) => prefix !== own)
      .map(([prefix, count]) => [prefix.split('.')[1] ?? '', count]),
  )
}

/**
 * Throws unless all servers hold both keys. A server without the new key could not open what the others seal from now on.
 */
async function refuseUnlessAllHold({ storage, now }: Rotation, keyIds: readonly string[]): Promise<void> {
  const holders = await keyHolders(storage.keyValues, now)
  const without = holders.filter((holder) => keyIds.some((id) => !holder.keyIds.includes(id)))
  if (without.length === 0) return
  throw new StartUpError(
    `${without.length} of ${holders.length} running servers do not have both keys yet. Restart each with MASTER_KEY and MASTER_KEY_PREVIOUS, then run this again (a killed server counts for another 30 seconds).`,
  )
}

async function turnTo({ keyValues }: Rotation['storage'], current: string, previous: string): Promise<void> {
  const sealing = await keyValues.transact<string>([MASTER_KEY_ID, LEAVING_KEY], (values) => {
    const there = values.get(MASTER_KEY_ID) ?? previous
    return there === previous
      ? {
          writes: new Map([
            [MASTER_KEY_ID, current],
            [LEAVING_KEY, previous],
          ]),
          result: current,
        }
      : { writes: new Map(), result: there }
  })
  if (sealing !== current)
    throw new StartUpError(
      `The database is encrypted with another key (id ${sealing}) than MASTER_KEY and MASTER_KEY_PREVIOUS`,
    )
}

async function waitForServers({ storage, now }: Rotation, keyId: string, maxWaitMs: number): Promise<void> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const late = (await keyHolders(storage.keyValues, now)).filter(({ sealsUnder }) => sealsUnder !== keyId)
    if (late.length === 0) return
    if (performance.now() > until)
      throw new StartUpError(
        `${late.length} servers do not turn to the new key. Look at their logs, then run this again.`,
      )
    await sleep(SHOW_KEYS_EVERY_MS / 4)
  }
}

async function resealAll(
  { storage, ring, batchSize = 50, onProgress = () => {} }: Rotation,
  current: string,
): Promise<number> {
  const { sealedValues } = storage
  ring.sealUnder(current)
  let resealed = 0
  let after: SealedValue | undefined
  for (;;) {
    const page = await sealedValues.otherwiseSealed(sealedPrefix(current), batchSize, after)
    after = page.at(-1)
    if (after === undefined) return resealed
    const replaced = page.map((value) => ({
      value,
      by: ring.seal(ring.open(value.sealed, value.purpose), value.purpose),
    }))
    resealed += await sealedValues.replace(replaced)
    onProgress(resealed)
  }
}

/** How often a server reports which keys it holds, and reads which key to seal with. */
export const SHOW_KEYS_EVERY_MS = 5_000
/** A server that has not reported for this time counts as ended. */
const HOLDER_LIFE_MS = 30_000
/** The key prefix under which each running server writes its report every `SHOW_KEYS_EVERY_MS`. */
export const KEY_HOLDER_PREFIX = 'server/key-holder/'

/** The report of a running server about its keys. */
interface KeyHolder {
  readonly keyIds: readonly string[]
  readonly sealsUnder: string
  readonly at: Instant
}

/** The report of this server. */
interface KeyPlace {
  /**
   * Reports this server's keys, and seals with the key that the store names from then on. Throws if this server does not
   * hold that key.
   */
  show(): Promise<void>
  /** Whether this server holds the key that the store named at the last `show`. */
  readonly holdsNamed: boolean
  /** Removes the report, because the server ends. */
  leave(): Promise<void>
}

/** `now` must be the service's time, which is the same on all servers. */
export function createKeyPlace(keyValues: KeyValueStore, ring: KeyRing, now: () => Instant): KeyPlace {
  const key = `${KEY_HOLDER_PREFIX}${randomUUID()}`
  let holdsNamed = true
  return {
    get holdsNamed() {
      return holdsNamed
    },
    async show() {
      const named = await keyValues.transact<string | undefined>([MASTER_KEY_ID, key], (values) => {
        const sealing = values.get(MASTER_KEY_ID)
        const sealsUnder = sealing !== undefined && ring.keyIds.includes(sealing) ? sealing : ring.sealsUnder
        const holder: KeyHolder = { keyIds: ring.keyIds, sealsUnder, at: now() }
        return { writes: new Map([[key, JSON.stringify(holder)]]), result: sealing }
      })
      if (named === undefined) return
      holdsNamed = ring.keyIds.includes(named)
      if (!holdsNamed)
        throw new Error(`another master key is in use, which this server does not have (its id is ${named})`)
      ring.sealUnder(named)
    },
    async leave() {
      await keyValues.transact([key], () => ({ writes: new Map([[key, null]]), result: undefined }))
    },
  }
}

/** The reports of the running servers. Deletes outdated reports. */
export async function keyHolders(
  keyValues: KeyValueStore,
  now: () => Instant,
): Promise<readonly KeyHolder[]> {
  const listed = await keyValues.list(KEY_HOLDER_PREFIX, { limit: 1_000 })
  const holders = listed.map(({ key, value }) => ({ key, holder: JSON.parse(value) as KeyHolder }))
  const isGone = ({ holder }: (typeof holders)[number]) => now() - holder.at > HOLDER_LIFE_MS
  const gone = holders.filter(isGone).map(({ key }) => key)
  if (gone.length > 0)
    await keyValues.transact(gone, () => ({
      writes: new Map(gone.map((key) => [key, null])),
      result: undefined,
    }))
  return holders.filter((one) => !isGone(one)).map(({ holder }) => holder)
}

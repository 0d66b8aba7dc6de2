import { randomUUID } from 'node:crypto'
import type { Instant, KeyValueStore } from '@dropkit/core'
import { MASTER_KEY_ID } from '../master-key-check.ts'
import type { KeyRing } from '../ports/sealed-secrets.ts'

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
export interface KeyPlace {
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

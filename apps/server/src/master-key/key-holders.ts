import { randomUUID } from 'node:crypto'
import type { Instant, KeyValueStore } from '@dropkit/core'
import { MASTER_KEY_ID } from '../master-key-check.ts'
import type { KeyRing } from '../ports/sealed-secrets.ts'

/** How often a server says which keys it holds, and looks under which it is to seal. */
export const SHOW_KEYS_EVERY_MS = 5_000
/** One that has said nothing for so long is not there any more. */
const HOLDER_LIFE_MS = 30_000
/** Each server that runs writes its own key with this prefix every `SHOW_KEYS_EVERY_MS`. */
export const KEY_HOLDER_PREFIX = 'server/key-holder/'

/** What a server that runs says of its keys. */
interface KeyHolder {
  readonly keyIds: readonly string[]
  readonly sealsUnder: string
  readonly at: Instant
}

/** A server's own place among those that hold keys. */
export interface KeyPlace {
  /** Says which keys are held, and seals from then on under the one that the store names. Throws when it is not held. */
  show(): Promise<void>
  /** Whether the key that the store named when it was last looked at is held. */
  readonly holdsNamed: boolean
  /** Says that the server ends. */
  leave(): Promise<void>
}

/** `now` is the service's time, on which servers agree. */
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

/** The servers that run on the store, as far as they have said so. Forgets those that have not for long. */
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

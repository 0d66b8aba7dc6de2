import { utf8LengthOf } from '../domain/encodings.ts'
import type { Result } from '../domain/result.ts'
import {
  type ChangeSet,
  type IdempotencyLease,
  isStoreUnavailable,
  type Store,
  type UniqueConflict,
} from '../ports/index.ts'

/**
 * The store for one request with an Idempotency-Key. The first change that states its effect also records, in the same
 * transaction, that the request took effect.
 */
export function idempotentStore(store: Store, lease: IdempotencyLease): Store {
  let isRecorded = false

  function withRecord<C extends ChangeSet>(change: C): C {
    const { effect } = change
    return effect && !isRecorded ? { ...change, idempotency: [{ lease, effect }] } : change
  }

  /** Only a committed change counts: a decision may be made several times, and a change may fail. */
  async function recording<T>(
    change: (record: typeof withRecord) => Promise<Result<T, UniqueConflict>>,
  ): Promise<Result<T, UniqueConflict>> {
    let hasRecord = false
    const result = await change((decided) => {
      const recorded = withRecord(decided)
      hasRecord = recorded.idempotency !== undefined
      return recorded
    })
    isRecorded ||= result.ok && hasRecord
    return result
  }

  return {
    ...store,
    changeDrop: (id, query, decide) =>
      recording((record) => store.changeDrop(id, query, (dropState) => record(decide(dropState)))),
    changeToken: (id, decide) =>
      recording((record) => store.changeToken(id, (token) => record(decide(token)))),
    changeUser: (id, decide, counted) =>
      recording((record) => store.changeUser(id, (user, count) => record(decide(user, count)), counted)),
    changeWebhook: (id, decide) =>
      recording((record) => store.changeWebhook(id, (webhook) => record(decide(webhook)))),
    changeUnmatchedPayment: (id, decide) =>
      recording((record) => store.changeUnmatchedPayment(id, (payment) => record(decide(payment)))),
    changeApiKey: (id, decide) => recording((record) => store.changeApiKey(id, (key) => record(decide(key)))),
    changeFile: (file, decide) =>
      recording((record) => store.changeFile(file, (own, other) => record(decide(own, other)))),
    create: (change) => recording((record) => store.create(record(change))),
  }
}

/** About what one wallet of a list takes in the store, with its index. */
const BYTES_OF_A_LISTED_WALLET = 150
/** About what one claim link takes in the store. */
export const BYTES_OF_A_LINK = 200

/** A store that measures what is committed through it. */
interface MeasuredStore {
  readonly store: Store
  /**
   * By how many bytes the committed changes made the store larger; negative if they removed more than they added. Null if
   * that is unknown, because a change may have been committed although it failed.
   */
  addedBytes(): number | null
}

/**
 * Measures the changes of one request: new records and events, and the difference that a change makes to a record. With
 * `noteOf`, each change notes in its own transaction how many bytes are added with it.
 */
export function measureStore(store: Store, noteOf?: (added: number) => ChangeSet['notes']): MeasuredStore {
  let committed = 0
  let isKnown = true

  /** A decision may be made several times, and only what is committed counts. */
  async function measuring<T>(
    change: (
      measure: <C extends ChangeSet>(decided: C, added?: number) => C,
    ) => Promise<Result<T, UniqueConflict>>,
  ): Promise<Result<T, UniqueConflict>> {
    let bytes = 0
    const result = await change((decided, added = 0) => {
      bytes = bytesOfNew(decided) + added
      return bytes === 0 || !noteOf ? decided : { ...decided, notes: noteOf(committed + bytes) }
    }).catch((error) => {
      if (bytes !== 0 && isStoreUnavailable(error)) isKnown = false
      throw error
    })
    if (result.ok) committed += bytes
    return result
  }

  const measured: Store = {
    ...store,
    create: (change) => measuring((measure) => store.create(measure(change))),
    changeDrop: (id, query, decide) =>
      measuring((measure) =>
        store.changeDrop(id, query, (state) => {
          const decided = decide(state)
          const after = decided.update?.drops?.find((drop) => drop.id === id)
          return measure(decided, after && state ? growth(state.drop, after) : 0)
        }),
      ),
    changeUser: (id, decide, counted) =>
      measuring((measure) =>
        store.changeUser(
          id,
          (user, count) => {
            const decided = decide(user, count)
            const after = decided.update?.users?.find((other) => other.id === id)
            return measure(decided, after && user ? growth(user, after) : 0)
          },
          counted,
        ),
      ),
    changeWebhook: (id, decide) =>
      measuring((measure) =>
        store.changeWebhook(id, (webhook) => {
          const decided = decide(webhook)
          const after = decided.webhook === 'removed' ? null : (decided.webhook ?? webhook)
          return measure(decided, growth(webhook, after))
        }),
      ),
    changeFile: (file, decide) =>
      measuring((measure) =>
        store.changeFile(file, (own, other) => {
          const decided = decide(own, other)
          return measure(decided, own && decided.file === 'removed' ? -bytesOfFile(own) : 0)
        }),
      ),
    keepWalletList: async (fileId, batches) => {
      let listed = 0
      const counted = function* () {
        for (const batch of batches) {
          listed += batch.length
          yield batch
        }
      }
      await store.keepWalletList(fileId, counted())
      committed += listed * BYTES_OF_A_LISTED_WALLET
    },
    keepPieces: async (fileId, pieces) => {
      const isStored = ((await store.pieces([fileId], { limit: 1 })).get(fileId) ?? []).length > 0
      // Measuring all pieces in one turn of the event loop would take too long.
      for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
        const some = pieces.slice(from, from + PIECES_AT_ONCE)
        await store.keepPieces(fileId, some)
        if (!isStored) for (const piece of some) committed += bytesOfRecord(piece)
      }
    },
  }
  return { store: measured, addedBytes: () => (isKnown ? committed : null) }
}

const growth = (before: object | null, after: object | null): number =>
  (after ? bytesOfRecord(after) : 0) - (before ? bytesOfRecord(before) : 0)

const bytesOfFile = (file: { readonly sizeBytes: number }): number => file.sizeBytes + bytesOfRecord(file)

function bytesOfNew({ insert = {}, events = [] }: ChangeSet): number {
  const { drops, tokens, users, apiKeys, webhooks, exemptions, files = [], claimLinks = [] } = insert
  let bytes = claimLinks.length * BYTES_OF_A_LINK
  for (const file of files) bytes += bytesOfFile(file)
  for (const records of [drops, tokens, users, apiKeys, webhooks, exemptions, events])
    for (const record of records ?? []) bytes += bytesOfRecord(record)
  return bytes
}

const PIECES_AT_ONCE = 1_000

/** At least the size of one change's rows and events, besides its input. */
const BYTES_OF_A_CHANGE = 5_000
/** The approximate size of a row besides its values: its head and its entries in indexes. */
const BYTES_OF_A_ROW = 500
/** The longest text of a number. */
const BYTES_OF_A_NUMBER = 24
/** A separator, a boolean or a null. */
const BYTES_OF_A_MARK = 5

/** The largest number of bytes that a change adds to the store: its input as JSON, and its rows. */
export const storedBytesOf = (input: unknown): number => BYTES_OF_A_CHANGE + bytesOfInput(input)

/** The approximate size of one record or event in the store. */
const bytesOfRecord = (record: object): number => BYTES_OF_A_ROW + bytesOfInput(record)

/** Not recursive, because a value may be nested as deeply as a body can be. */
function bytesOfInput(input: unknown): number {
  const open: unknown[] = [input]
  let bytes = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') bytes += utf8LengthOf(value)
    else if (typeof value === 'number') bytes += BYTES_OF_A_NUMBER
    else if (Array.isArray(value)) {
      bytes += value.length
      for (const inner of value) open.push(inner)
    } else if (typeof value === 'object' && value !== null) {
      for (const name in value) {
        bytes += BYTES_OF_A_MARK + utf8LengthOf(name)
        open.push((value as Readonly<Record<string, unknown>>)[name])
      }
    } else bytes += BYTES_OF_A_MARK
  }
  return bytes
}

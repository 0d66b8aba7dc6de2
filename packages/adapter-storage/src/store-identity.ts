import type { FileId, Store, UploadedFile } from '@dropkit/core'
import { type Database, type Query, rowsAs, type Statement, type Value } from './database.ts'
import { byKey, createSelecting } from './store-reads.ts'
import { challengesTable, type FileRow, filesTable } from './tables/identity-tables.ts'

type Identity = Pick<
  Store,
  | 'liveChallenge'
  | 'useChallenge'
  | 'revokeSession'
  | 'files'
  | 'removeFile'
  | 'keepWalletList'
  | 'hasWalletList'
>

/** So many wallets are written in one transaction, and others get their turn in between. */
const WALLETS_AT_ONCE = 1_000

/** And so many are put in order in one go. */
const SORTED_AT_ONCE = 10_000

/** Challenges that were over so long ago are removed, some whenever one is used. */
const FORGOTTEN_AFTER_MS = 3_600_000
const FORGOTTEN_AT_ONCE = 100

/** Challenges and sessions of signing in, uploads, and the lists of wallets that came as uploads. */
export function createIdentity(database: Database): Identity {
  const { dialect } = database
  const selecting = createSelecting(database)

  const live = selecting(
    'live_challenge',
    challengesTable,
    'address = ?1 and used_at is null and expires_at > ?2 order by expires_at desc limit 1',
  )
  const use = dialect.statement(
    'use_challenge',
    'update sign_in_challenges set used_at = ?2 where nonce = ?1 and used_at is null returning nonce',
  )
  const forget = dialect.statement(
    'forget_challenges',
    `delete from sign_in_challenges where nonce in (
       select nonce from sign_in_challenges where expires_at < ?1
       order by expires_at limit ${FORGOTTEN_AT_ONCE} ${dialect.skipLocked}
     ) returning nonce`,
  )
  const revoke = dialect.statement(
    'revoke_session',
    'update sessions set revoked_at = ?2 where id = ?1 and revoked_at is null returning id',
  )
  const files = selecting('files', filesTable, dialect.among('id', 1, 'text'))
  // Whoever removes one of several equal uploads has all of them, so that somebody is the last.
  const equalFiles = dialect.statement(
    'lock_equal_files',
    `select id, owner_id, content_hash from files
     where content_hash = (select content_hash from files where id = ?1 and owner_id = ?2)
     order by id ${dialect.forUpdate}`,
  )
  const removeFile = dialect.remove('remove_file', 'files', 'id')
  const keepWallets = dialect.insert(
    'keep_wallets',
    'wallet_list_members',
    { file_id: 'text', wallet: 'text' },
    'on conflict (file_id, wallet) do nothing',
  )
  const completeList = dialect.insert(
    'complete_wallet_list',
    'wallet_lists',
    { file_id: 'text' },
    'on conflict (file_id) do nothing',
  )
  const hasList = dialect.statement('has_wallet_list', 'select 1 from wallet_lists where file_id = ?1')

  const run = (queries: readonly Query[]) =>
    database.change(queries, (loaded) => ({ writes: [], hasEvents: false, result: loaded }))
  const write = (statement: Statement, rows: readonly (readonly Value[])[]) =>
    database.change([], () => ({
      writes: [{ statement, shared: [], rows, mustMatch: false }],
      hasEvents: false,
      result: undefined,
    }))

  return {
    liveChallenge: async (address, now) => (await live(address, now))[0],
    async useChallenge(nonce, now) {
      const [used] = await run([
        { statement: use, values: [nonce, now] },
        { statement: forget, values: [now - FORGOTTEN_AFTER_MS] },
      ])
      return used?.length === 1
    },
    async revokeSession(sessionId, now) {
      await run([{ statement: revoke, values: [sessionId, now] }])
    },
    files: async (ids) => byKey<FileId, UploadedFile>(await files(ids), (file) => file.id),
    removeFile: (id, ownerId) =>
      database.change([{ statement: equalFiles, values: [id, ownerId] }], ([rows]) => {
        const equal = rowsAs<FileRow>(rows)
        const own = equal.find((file) => file.id === id)
        if (!own) return { writes: [], hasEvents: false, result: undefined }
        return {
          writes: [{ statement: removeFile, shared: [], rows: [[id]], mustMatch: false }],
          hasEvents: false,
          result: { contentHash: own.content_hash, isLast: equal.length === 1 },
        }
      }),
    async keepWalletList(fileId, wallets) {
      for (let start = 0; start < wallets.length; start += SORTED_AT_ONCE) {
        // In the order of their key, each piece goes into neighbouring pages.
        const inOrder = wallets.slice(start, start + SORTED_AT_ONCE).sort()
        for (let from = 0; from < inOrder.length; from += WALLETS_AT_ONCE) {
          const piece = inOrder.slice(from, from + WALLETS_AT_ONCE).map((wallet) => [fileId, wallet])
          await write(keepWallets, piece)
        }
      }
      await write(completeList, [[fileId]])
    },
    hasWalletList: async (fileId) =>
      (await database.read({ statement: hasList, values: [fileId] })).length > 0,
  }
}

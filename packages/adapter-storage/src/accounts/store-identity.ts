import type { FileId, Store, UploadedFile } from '@dropkit/core'
import { type Database, type Query, rowsAs, type Statement, type Value } from '../database.ts'
import type { ChangeWrites } from '../drops/change-writes.ts'
import { byKey, columnsOf, createSelecting } from '../reads/store-reads.ts'
import { orConflict } from '../store-unavailable.ts'
import { challengesTable, type FileRow, filesTable } from '../tables/identity-tables.ts'
import { type PieceRow, piecesTable } from '../tables/lottery-tables.ts'

/** The number of pieces per transaction. */
const PIECES_AT_ONCE = 1_000

/** The number of surplus sessions that one sign-in removes. A user may have more of an earlier release. */
const SESSIONS_AT_ONCE = 1_000

/** Sign-in challenges and sessions, uploads, and the wallet lists and pieces that were uploaded. */
export function createIdentity(database: Database, writes: ChangeWrites) {
  const { dialect } = database
  const selecting = createSelecting(database)

  const live = selecting(
    'live_challenges',
    challengesTable,
    'address = ?1 and used_at is null and expires_at > ?2 order by expires_at desc, nonce desc limit ?3',
  )
  const liveOfRequester = selecting(
    'live_challenges_of_requester',
    challengesTable,
    `address = ?1 and requester = ?4 and used_at is null and expires_at > ?2
     order by expires_at desc, nonce desc limit ?3`,
  )
  const drop = dialect.statement(
    'drop_challenges',
    `delete from sign_in_challenges where ${dialect.among('nonce', 1, 'text')} and used_at is null returning nonce`,
  )
  const use = dialect.statement(
    'use_challenge',
    `insert into sign_in_challenges (nonce, address, message, expires_at, requester, used_at)
     values (?1, ?2, ?3, ?4, ?5, ?6)
     on conflict (nonce) do update set used_at = excluded.used_at where sign_in_challenges.used_at is null
     returning nonce`,
  )
  const revoke = dialect.statement(
    'revoke_session',
    'update sessions set revoked_at = ?2 where id = ?1 and revoked_at is null returning id',
  )
  const keepNewest = dialect.statement(
    'keep_newest_sessions',
    `delete from sessions where id in (
       select id from sessions where user_id = ?1 order by id desc limit ${SESSIONS_AT_ONCE} offset ?2
     ) returning id`,
  )
  const files = selecting('files', filesTable, dialect.among('id', 1, 'text'))
  const ownFile = dialect.statement('own_file', `select ${columnsOf(filesTable)} from files where id = ?1`)
  const otherFile = dialect.statement(
    'other_file',
    `select ${columnsOf(filesTable)} from files where content_hash = ?1 and id <> ?2 limit 1`,
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

  const keepPieces = dialect.insert(
    'keep_pieces',
    'pieces',
    { file_id: 'text', ...piecesTable.columns },
    'on conflict (file_id, number) do nothing',
  )
  const pieces = dialect.each(
    'pieces',
    { file_id: 'text' },
    'number',
    (parent, shared) => `select ${columnsOf(piecesTable)} from pieces
      where file_id = ${parent('file_id')} and number > ${shared(1)} order by number limit ${shared(2)}`,
  )

  const run = (queries: readonly Query[]) =>
    database.change(queries, (loaded) => ({ writes: [], hasEvents: false, result: loaded }))
  const write = (statement: Statement, rows: readonly (readonly Value[])[]) =>
    database.change(
      [],
      () => ({
        writes: [{ statement, shared: [], rows, mustMatch: false }],
        hasEvents: false,
        result: undefined,
      }),
      { rows: rows.length },
    )

  return {
    liveChallenges: (address, { now, limit, requester }) =>
      requester === undefined ? live(address, now, limit) : liveOfRequester(address, now, limit, requester),
    async dropChallenges(nonces) {
      await run([{ statement: drop, values: [nonces] }])
    },
    async useChallenge({ nonce, address, message, expiresAt, requester }, now) {
      const values = [nonce, address, message, expiresAt, requester, now]
      const [used] = await run([{ statement: use, values }])
      return used?.length === 1
    },
    async revokeSession(sessionId, now) {
      await run([{ statement: revoke, values: [sessionId, now] }])
    },
    async keepNewestSessions(userId, count) {
      await run([{ statement: keepNewest, values: [userId, count] }])
    },
    files: async (ids) => byKey<FileId, UploadedFile>(await files(ids), (file) => file.id),
    changeFile: ({ id, contentHash }, decide) => {
      // A row that is being added cannot be locked yet, so adding and removing a file both lock the hash of its bytes.
      const lock =
        dialect.lockTexts === null
          ? []
          : [{ statement: dialect.lockTexts, values: [[`content ${contentHash}`]] }]
      const loads = [
        ...lock,
        { statement: ownFile, values: [id] },
        { statement: otherFile, values: [contentHash, id] },
      ]
      return orConflict(
        database.change(
          loads,
          (loaded) => {
            const [own = null, other = null] = loaded.slice(-2).map((rows) => {
              const [row] = rowsAs<FileRow>(rows)
              return row ? filesTable.fromRow(row) : null
            })
            const change = decide(own, other)
            const further = writes.of(change)
            const removal = { statement: removeFile, shared: [], rows: [[id]], mustMatch: false }
            return {
              writes: [...(change.file === 'removed' ? [removal] : []), ...further.writes],
              hasEvents: further.hasEvents,
              result: change.result,
            }
          },
          { locks: `content/${contentHash}` },
        ),
      )
    },
    async keepWalletList(fileId, batches) {
      for (const batch of batches) {
        const rows = batch.map((wallet) => [fileId, wallet])
        await write(keepWallets, rows)
      }
      await write(completeList, [[fileId]])
    },
    hasWalletList: async (fileId) =>
      (await database.read({ statement: hasList, values: [fileId] })).length > 0,
    async keepPieces(fileId, given) {
      for (let from = 0; from < given.length; from += PIECES_AT_ONCE) {
        const rows = given
          .slice(from, from + PIECES_AT_ONCE)
          .map((piece) => [fileId, ...Object.values(piecesTable.toRow(piece))])
        await write(keepPieces, rows)
      }
    },
    async pieces(fileIds, { after = 0, limit }) {
      const parents = fileIds.map((id) => [id])
      const lists = await database.readEach({ statement: pieces, parents, shared: [after, limit] })
      return new Map(
        fileIds.map((id, place) => [id, rowsAs<PieceRow>(lists[place] ?? []).map(piecesTable.fromRow)]),
      )
    },
  } satisfies Partial<Store>
}

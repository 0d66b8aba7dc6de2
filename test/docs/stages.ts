// The environment that some pages need so that their commands work: a Postgres, a Sui node, folders.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openSqlStorage } from '@dropkit/adapter-storage'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { createLoopbackNode } from '../../packages/adapter-chain/test/loopback-node/loopback-node.ts'
import { freePort } from '../support/http.ts'
import { startPostgres } from '../support/postgres.ts'
import { withClient } from '../support/postgres-client.ts'
import type { Page } from './pages.ts'
import type { Place } from './session.ts'

/** The replacements of a page's texts, with the environment variables of its terminal. */
type Stage = Pick<Place, 'exchange'> & {
  readonly env?: Readonly<Record<string, string>>
  readonly close?: () => Promise<unknown>
}

type SetUp = (given: { readonly page: Page; readonly folder: string }) => Promise<Stage>

/** Starts the page's server in the background, next to the one that is already running. */
const inBackground = (port: number): string =>
  `npm start & until curl -sf http://127.0.0.1:${port}/readyz > /dev/null; do sleep 0.1; done`

// Pages wait for a fixed time. On a busy machine that is too short, and on another one too long, so the next command is repeated
// instead: until it succeeds, or until its answer contains these texts.

const FOR_A_MINUTE = 'for TRY in $(seq 60); do'
const UNTIL_IT_SUCCEEDS = `${FOR_A_MINUTE} $1 && break; sleep 1; done`
const untilItSays = (...texts: readonly string[]): string =>
  `${FOR_A_MINUTE} ANSWER=$($1); [[ $ANSWER == *${texts.map((text) => `'${text}'*`).join('')} ]] && break; sleep 1; done; echo "$ANSWER"`

const UNTIL_TRANSFERS_ARE_SENT = [
  /^sleep \d+\n(ask '\{ paymentIntent.*)$/gm,
  untilItSays('"SUCCEEDED"', '"paidOutAtomic":"500000000"'),
] as const

/** The vault's balance does not show that claims are possible: the server first has to read the deposit from the chain. */
const UNTIL_SUI_HAS_IT = [
  UNTIL_TRANSFERS_ARE_SENT,
  [/^sleep \d+\n(ask '\S+ \{ claimRandomDrop.*)$/gm, untilItSays('"success":true')],
  [/^sleep \d+\n(ask '\{ drop\(.*)$/gm, untilItSays('"tokenBalance":null')],
  [/^(?:sleep \d+\n)?(CLAIM=.*)$/gm, UNTIL_IT_SUCCEEDS],
  [/^sleep \d+\n(INTENT=.*|node .*)$/gm, UNTIL_IT_SUCCEEDS],
] as const

const guide: SetUp = async () => {
  const postgres = await startPostgres()
  const database = await postgres.createDatabase()
  return {
    exchange: [
      ['postgres://user:password@host/database', database.url],
      UNTIL_TRANSFERS_ARE_SENT,
      // Until the receiver of webhooks listens.
      [
        /^sleep \d+\n(?=ask '\S+ \{ testWebhook)/gm,
        `${FOR_A_MINUTE} curl -s http://127.0.0.1:5055 && break; sleep 1; done\n`,
      ],
    ],
    close: () => database.drop().finally(postgres.stop),
  }
}

/** Whether the Postgres client tools are installed and match the version of the test Postgres. */
const canDump = (url: string): Promise<boolean> =>
  promisify(execFile)('pg_dump', ['--schema-only', '--file=/dev/null', url]).then(
    () => true,
    () => false,
  )

const NEWER_TABLE = 'create table of_newer_release (drop_id text references drops)'

/** Throws if a server could not start on the restored database, or if a newer release could not migrate it again. */
const assertRestored = async (url: string): Promise<void> => {
  const { store, close } = await openSqlStorage({ url })
  await store.check().finally(close)
  await withClient(url, (client) => client.query(NEWER_TABLE))
}

const backup: SetUp = async ({ folder }) => {
  const postgres = await startPostgres()
  const database = await postgres.createDatabase()
  await (await openSqlStorage({ url: database.url })).close()
  const emptyDatabase = await postgres.createDatabase()
  const newerTable = `psql "$DATABASE_URL" --command='${NEWER_TABLE}'`
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const isDumped = await canDump(database.url)
  if (!isDumped)
    console.log('docs/backup.md: no pg_dump that fits is here, so pg_dump and pg_restore are not run')
  return {
    exchange: [
      ['/backups/', `${backups}/`],
      ['/srv/dropkit', join(folder, 'restored')],
      ['postgres://user@host/database', database.url],
      // The page's own server uses the store of the folder.
      [/^npm run --silent move -- /gm, `DATA_DIR=${join(folder, 'restored')} npm run --silent move -- `],
      ['postgres://user@host/empty-database', emptyDatabase.url],
      // As if a newer release had run after the dump.
      [/^psql "\$DATABASE_URL"/gm, `${newerTable}\n$&`],
      ...(isDumped ? [] : ([[/^(pg_dump|pg_restore|psql) /gm, ': ']] as const)),
      ['"$DATABASE_URL"', `'${database.url}'`],
    ],
    close: async () => {
      if (isDumped) await assertRestored(database.url)
      await Promise.all([database.drop(), emptyDatabase.drop()])
      await postgres.stop()
    },
  }
}

const operating: SetUp = async ({ page, folder }) => {
  const settings = page.blocks.find(({ language }) => language === 'dotenv')?.text ?? ''
  const masterKey = readFileSync(join(folder, 'data', 'master.key'), 'utf8').trim()
  const file = join(folder, 'dropkit.env')
  // The settings of the running server.
  const here = settings
    .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=sqlite:${join(folder, 'data', 'dropkit.db')}`)
    .replace(/^DATA_DIR=.*$/m, `DATA_DIR=${join(folder, 'data')}`)
    .replace(/^MASTER_KEY=.*$/m, `MASTER_KEY=${masterKey}`)
  writeFileSync(file, here)
  return {
    exchange: [
      ['/etc/dropkit.env', file],
      ['/opt/dropkit', folder],
    ],
  }
}

const SUI = '0x2::sui::SUI'
const ONE_SUI = 1_000_000_000n

/** A faucet like testnet's, which gives SUI to any address. */
const openFaucet = async (give: (recipient: string) => void) => {
  const server = createServer(async (request, response) => {
    const { FixedAmountRequest: asked } = JSON.parse(await text(request))
    give(asked.recipient)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"Success"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const sui: SetUp = async ({ folder }) => {
  const [node, port] = [await createLoopbackNode(), await freePort()]
  const faucet = await openFaucet((recipient) => node.faucet(recipient, SUI, 10n * ONE_SUI))
  const key = 'key-of-the-first-start'
  const buyer = Ed25519Keypair.generate()
  return {
    env: {
      PORT: String(port),
      DROPKIT_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data-on-sui'),
      BOOTSTRAP_API_KEY: key,
    },
    exchange: [
      ['SUI_NETWORK=testnet', `SUI_RPC_URL=${node.url}`],
      [
        'SUI_WALLET_KEY=suiprivkey1… BUYER=0x…',
        `SUI_WALLET_KEY=${buyer.getSecretKey()} BUYER=${buyer.toSuiAddress()}`,
      ],
      ['suiprivkey1…', Ed25519Keypair.generate().getSecretKey()],
      ['https://faucet.testnet.sui.io', faucet.url],
      [/^npm start$/gm, inBackground(port)],
      ['KEY=dk_…', `KEY=${key}`],
      ...UNTIL_SUI_HAS_IT,
      ['127.0.0.1:4000', `127.0.0.1:${port}`],
    ],
    close: async () => {
      faucet.close()
      await node.close()
    },
  }
}

const STAGES: Readonly<Record<string, SetUp>> = {
  'docs/guide.md': guide,
  'docs/backup.md': backup,
  'docs/operating.md': operating,
  'docs/sui.md': sui,
}

/** Sets up what a page needs. Most pages need nothing. */
export const stageOf = (page: Page, folder: string): Promise<Stage> =>
  (STAGES[page.path] ?? (async () => ({ exchange: [] })))({ page, folder })

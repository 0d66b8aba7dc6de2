import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addClaims, addPostgresClaims, nthWallet } from '../../../test/support/full-store.ts'
import { startChild } from '../processes/child-process.ts'
import { type Contestant, claimBody, countClaimsIn, type RunningContestant, readBody } from './contestant.ts'

const main = fileURLToPath(new URL('../../../apps/server/src/main.mjs', import.meta.url))

/** The Node settings of `npm start`. */
const node = JSON.parse(readFileSync(new URL('../../../apps/server/node.json', import.meta.url), 'utf8')) as {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const POOL = 1_000_000_000
/** The number of drops that are created concurrently. */
const AT_A_TIME = 16

const CREATE_TOKEN = 'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }'
const CREATE_DROP = 'mutation($input: CreateDropInput!) { createDrop(input: $input) { id status } }'

interface RunningDropkit extends RunningContestant {
  /** Everything that the server has printed to standard output. */
  output(): string
}

/** Sends a GraphQL request over HTTP and returns the operation's only field. Throws if the response has errors. */
const ask = <T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  query: string,
  variables: object = {},
): Promise<T> => post(url, headers, JSON.stringify({ query, variables }))

/** Like `ask`, for a serialized body. */
const post = async <T>(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  })
  const answer = (await response.json()) as { data?: Record<string, T | null> | null; errors?: unknown }
  const [value] = Object.values(answer.data ?? {})
  if (answer.errors || value == null) throw new Error(JSON.stringify(answer))
  return value
}

/** Dropkit as users start it, with the fake chain. The key and the drops are created through the public interfaces. */
export const dropkit: Contestant<RunningDropkit> = {
  name: 'Dropkit',
  async start({ database, postgresUrl, dataDir, drops, existingClaims = 0, workers = 1, flags = [] }) {
    if (database === 'none') throw new Error('Dropkit keeps its records in a database')
    if (database === 'postgres' && postgresUrl === undefined) throw new Error('which Postgres?')
    const databaseUrl = postgresUrl ?? `sqlite:${join(dataDir, 'dropkit.db')}`
    const settings = {
      ...node.environment,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      // All load comes with one key from one address.
      RATE_LIMIT_PER_MINUTE: '0',
      SOCKETS_PER_CALLER: '0',
      SUBSCRIPTIONS_PER_CALLER: '0',
      WORKERS: String(workers),
    }
    const making = startChild(main, { arguments: ['apikey', 'create', '--username', 'bench'], env: settings })
    const { code } = await making.ended
    const apiKey = making.output().trim()
    if (code !== 0 || apiKey === '') throw new Error(`no API key was made:\n${making.errorOutput()}`)

    const headers = { Authorization: `Bearer ${apiKey}` }
    let child = startChild(main, { flags: [...node.flags, ...flags], env: settings })
    const listening = async () => `${await child.says(/listens on (\S+)\n/)}/graphql`
    try {
      let url = await listening()
      const dropIds = await makeDrops(url, headers, drops)
      const [firstDrop] = dropIds
      if (existingClaims > 0 && firstDrop !== undefined) {
        await post(url, headers, claimBody(firstDrop, nthWallet(1)))
        await child.stop()
        if (postgresUrl === undefined) addClaims(dataDir, firstDrop, existingClaims)
        else await addPostgresClaims(postgresUrl, firstDrop, existingClaims)
        child = startChild(main, { flags: [...node.flags, ...flags], env: settings })
        url = await listening()
      }
      return {
        name: database === 'sqlite' ? 'Dropkit on SQLite' : 'Dropkit on Postgres',
        url,
        pid: child.pid,
        drops: dropIds,
        headers,
        namesWallet: true,
        claimBody,
        readBody,
        countClaims: () => countClaimsIn(databaseUrl, 'select drop_id, user_address as wallet from claims'),
        output: child.output,
        stop: child.stop,
      }
    } catch (error) {
      await child.stop()
      throw error
    }
  },
}

const makeDrops = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<readonly string[]> => {
  const token = await ask<{ id: string }>(url, headers, CREATE_TOKEN, {
    input: { name: 'Bench gold', symbol: 'GOLD', supply: String(POOL * (count + 1)) },
  })
  const input = {
    existingTokenId: token.id,
    description: 'What the bench gives away',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: String(POOL),
    tokenAmount: '1',
    maxPerWallet: 1,
  }
  const made: string[] = []
  for (let done = 0; done < count; done += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, count - done) }, (_, place) =>
      ask<{ id: string; status: string }>(url, headers, CREATE_DROP, {
        input: { ...input, title: `Bench drop ${done + place}` },
      }),
    )
    for (const { id, status } of await Promise.all(some)) {
      if (status !== 'ACTIVE') throw new Error(`the drop ${id} is ${status}`)
      made.push(id)
    }
  }
  return made
}

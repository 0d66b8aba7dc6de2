// A hundred requests at once with the same Idempotency-Key, for many keys, while the server is killed.
import { createDrop } from '../../support/drops.ts'
import { readSnapshot } from '../../support/ledger-rows.ts'
import { settledRows, violationsOfCounts } from '../../support/ledger-violations.ts'
import { chanceOf, walletNumber } from '../claim-load.ts'
import { type CrashTest, createStrikes } from '../crash-test.ts'
import { type MortalServer, oneOnSqlite, threeOnPostgres, urlOfOne } from '../mortal-server.ts'
import { createRetryingClient } from '../retrying-client.ts'

/** After this time by the service's clock, another server may take over the work of a killed server. */
const LEASE_SECONDS = 60
const SIZES = {
  short: { keys: 300, requests: 3, keysAtOnce: 100, kills: 2 },
  // Few enough kills that the clock does not advance by the 15 minutes that a voucher is valid.
  full: { keys: 1_000, requests: 100, keysAtOnce: 3, kills: 12 },
}

const KINDS = [
  {
    query:
      'mutation($name: String!) { createToken(input: { name: $name, symbol: "T", supply: "1" }) { id name } }',
  },
  {
    query: 'mutation($name: String!) { createApiKey(input: { name: $name }) { secret apiKey { id name } } }',
  },
  {
    query: `mutation($dropId: ID!, $wallet: String!) {
      claimDrop(input: { dropId: $dropId, userAddress: $wallet }) {
        claim { id sequence } claimParams { amount nonce expiry signature }
      }
    }`,
  },
] as const

/** The number of occurrences of each of these names in a table. */
const namesIn = async (databaseUrl: string, table: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await readSnapshot(databaseUrl, (query) =>
    query(`select name, count(*) as count from ${table} where name like $1 group by name`, 'key-%'),
  )
  return new Map(rows.map(({ name, count }) => [String(name), Number(count)]))
}

const restart = async (server: MortalServer): Promise<void> => {
  await server.kill()
  const started = await server.start()
  await started.fakeChain('advance', { seconds: LEASE_SECONDS + 1 })
}

const usingKeys =
  (openFleet: typeof oneOnSqlite): CrashTest['run'] =>
  async ({ size, seed, say }) => {
    const { keys, requests, keysAtOnce, kills } = SIZES[size]
    const chance = chanceOf(seed)
    const { servers, stop } = await openFleet()
    const client = createRetryingClient(keysAtOnce * requests)
    try {
      const { first, databaseUrl } = chance.oneOf(servers)
      const dropId = await createDrop(first, { maxAmount: '1000000', tokenAmount: '1', maxPerWallet: 5 })
      const violations: string[] = []
      const strikes = createStrikes(chance, { answers: keys * requests, strikes: kills + 1 })
      let [answered, replayed, lost, done, killed] = [0, 0, 0, 0, 0]

      const sendWithKey = async (number: number): Promise<void> => {
        const name = `key-${number}`
        const kind = KINDS[number % KINDS.length] ?? KINDS[0]
        const query = {
          key: first.apiKey,
          query: kind.query,
          variables: { name, dropId, wallet: walletNumber(number + 1) },
          headers: { 'idempotency-key': name },
        }
        let firstAnswers = 0
        const told = await Promise.all(
          Array.from({ length: requests }, async () => {
            const answer = await client.ask(() => urlOfOne(servers, chance), query)
            if (answer?.headers['idempotency-replayed'] === 'true') replayed++
            else firstAnswers++
            strikes.onAnswer(++answered)
            return JSON.stringify(answer?.errors ?? answer?.data)
          }),
        )
        if (firstAnswers === 0) lost++
        const different = new Set(told)
        if (different.size !== 1)
          violations.push(`${name} was answered in ${different.size} ways: ${[...different]}`)
        if (!told[0]?.startsWith('{')) violations.push(`${name} was refused: ${told[0]}`)
        if (++done % 100 === 0) say(`${done} keys, ${answered} answers, ${killed} kills`)
      }

      let next = 0
      let restarted: Promise<unknown> = Promise.resolve()
      const lane = async () => {
        for (let number = next++; number < keys; number = next++) {
          // The other servers would finish all keys before the next kill.
          await restarted
          await sendWithKey(number)
        }
      }
      const all = Promise.all(Array.from({ length: keysAtOnce }, lane))
      let isOver = false
      const over = all.then(() => {
        isOver = true
      })
      while (killed < kills && !isOver) {
        await Promise.race([strikes.next(), over])
        if (isOver) break
        const victim = chance.oneOf(servers)
        restarted = restart(victim)
        await restarted
        killed++
      }
      await all
      if (killed < kills) violations.push(`only ${killed} kills of ${kills}`)

      const made = [await namesIn(databaseUrl, 'tokens'), await namesIn(databaseUrl, 'api_keys')]
      made.forEach((names, kind) => {
        for (let number = kind; number < keys; number += KINDS.length) {
          const times = names.get(`key-${number}`) ?? 0
          if (times !== 1) violations.push(`key-${number} took effect ${times} times`)
        }
      })
      const { claims } = await settledRows(databaseUrl, dropId)
      const wanted = Math.floor(keys / KINDS.length)
      if (claims.length !== wanted) violations.push(`${claims.length} claims under ${wanted} keys`)
      violations.push(...(await violationsOfCounts(databaseUrl, dropId)))
      return {
        counts: {
          keys,
          'requests answered': answered,
          'answers repeated': replayed,
          'first answers lost': lost,
          'told to retry': client.counts.turnedAway,
          'requests without an answer': client.counts.unanswered,
          kills: killed,
        },
        violations,
      }
    } finally {
      client.close()
      await stop()
    }
  }

const mustHold = 'one effect a key, identical answers'

export const oneKey: CrashTest = {
  name: 'one-key',
  title: 'one Idempotency-Key, many requests at once, with kills',
  mustHold,
  run: usingKeys(oneOnSqlite),
}

export const oneKeyOfServers: CrashTest = {
  name: 'one-key-of-servers',
  title: 'one Idempotency-Key, many requests at once to three servers on one Postgres, with kills',
  mustHold,
  run: usingKeys(threeOnPostgres),
}

// A hundred requests at once with the same Idempotency-Key, for many keys, while the server is killed.
import { createDrop } from '../../support/drops.ts'
import { readSnapshot } from '../../support/ledger-rows.ts'
import { settledRows, violationsOfCounts } from '../../support/ledger-violations.ts'
import { chanceOf, walletNumber } from '../claim-load.ts'
import { type CrashTest, createStrikes } from '../crash-test.ts'
import { createMortalServer } from '../mortal-server.ts'
import { createRetryingClient } from '../retrying-client.ts'

const KEYS_AT_ONCE = 3
/** After this time by the service's clock, another server may take over the work of a killed server. */
const LEASE_SECONDS = 60
const SIZES = {
  short: { keys: 24, requests: 20, kills: 2 },
  // Few enough kills that the clock does not advance by the 15 minutes that a voucher is valid.
  full: { keys: 1_000, requests: 100, kills: 12 },
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

export const oneKey: CrashTest = {
  name: 'one-key',
  title: 'one Idempotency-Key, many requests at once, with kills',
  mustHold: 'one effect a key, identical answers',
  run: async ({ size, seed, say }) => {
    const { keys, requests, kills } = SIZES[size]
    const server = await createMortalServer()
    const client = createRetryingClient(KEYS_AT_ONCE * requests)
    try {
      const { first } = server
      const dropId = await createDrop(first, { maxAmount: '1000000', tokenAmount: '1', maxPerWallet: 5 })
      const violations: string[] = []
      const strikes = createStrikes(chanceOf(seed), { answers: keys * requests, strikes: kills + 1 })
      let [answered, replayed, done] = [0, 0, 0]

      const useKey = async (number: number): Promise<void> => {
        const name = `key-${number}`
        const kind = KINDS[number % KINDS.length] ?? KINDS[0]
        const query = {
          key: first.apiKey,
          query: kind.query,
          variables: { name, dropId, wallet: walletNumber(number + 1) },
          headers: { 'idempotency-key': name },
        }
        const told = await Promise.all(
          Array.from({ length: requests }, async () => {
            const answer = await client.ask(() => server.current?.url, query)
            if (answer?.headers['idempotency-replayed'] === 'true') replayed++
            strikes.onAnswer(++answered)
            return JSON.stringify(answer?.errors ?? answer?.data)
          }),
        )
        const different = new Set(told)
        if (different.size !== 1)
          violations.push(`${name} was answered in ${different.size} ways: ${[...different]}`)
        if (!told[0]?.startsWith('{')) violations.push(`${name} was refused: ${told[0]}`)
        if (++done % 100 === 0) say(`${done} keys, ${answered} answers, ${server.kills} kills`)
      }

      let next = 0
      const lane = async () => {
        while (next < keys) await useKey(next++)
      }
      const all = Promise.all(Array.from({ length: KEYS_AT_ONCE }, lane))
      let isOver = false
      const over = all.then(() => {
        isOver = true
      })
      while (server.kills < kills && !isOver) {
        await Promise.race([strikes.next(), over])
        if (isOver) break
        await server.kill()
        const started = await server.start()
        await started.fakeChain('advance', { seconds: LEASE_SECONDS + 1 })
      }
      await all
      if (server.kills < kills) violations.push(`only ${server.kills} kills of ${kills}`)

      const made = [
        await namesIn(server.databaseUrl, 'tokens'),
        await namesIn(server.databaseUrl, 'api_keys'),
      ]
      made.forEach((names, kind) => {
        for (let number = kind; number < keys; number += KINDS.length) {
          const times = names.get(`key-${number}`) ?? 0
          if (times !== 1) violations.push(`key-${number} took effect ${times} times`)
        }
      })
      const { claims } = await settledRows(server.databaseUrl, dropId)
      const wanted = Math.floor(keys / KINDS.length)
      if (claims.length !== wanted) violations.push(`${claims.length} claims under ${wanted} keys`)
      violations.push(...(await violationsOfCounts(server.databaseUrl, dropId)))
      return {
        counts: {
          keys,
          'requests answered': answered,
          'answers repeated': replayed,
          'told to retry': client.counts.turnedAway,
          'requests without an answer': client.counts.unanswered,
          kills: server.kills,
        },
        violations,
      }
    } finally {
      client.close()
      await server.stop()
    }
  },
}

// The chain and the webhook receivers fail, in turns and together, while wallets continue to claim.
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop, eventually } from '../../support/drops.ts'
import { allViolations, settledRows } from '../../support/ledger-violations.ts'
import { register, startWebhookReceiver } from '../../support/webhook-receiver.ts'
import { type ClaimLoad, chanceOf, startClaims, walletNumber } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { createMortalServer } from '../mortal-server.ts'
import { createRetryingClient } from '../retrying-client.ts'

const LANES = 8
const SIZES = { short: { rounds: 2, draws: 8 }, full: { rounds: 40, draws: 10 } }
const LONG_OUTAGE_SECONDS = 3_600
const SETTLED_LIMIT_MS = 120_000

const DRAW = `mutation($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success code claimedAmount }
}`

export const failingNeighbours: CrashTest = {
  name: 'failing-neighbours',
  title: 'the chain is out, receivers fail',
  mustHold: 'claims continue; afterwards everything is delivered, and each draw is paid once',
  run: async ({ size, seed, say, isTimeUp }) => {
    const { rounds, draws } = SIZES[size]
    const chance = chanceOf(seed)
    const server = await createMortalServer({
      env: { WEBHOOK_RETRY_SECONDS: Array(50).fill('0.5').join(',') },
    })
    let isFailing = false
    const receiver = await startWebhookReceiver(() => (isFailing ? chance.oneOf([500, 503, 'cut']) : 204))
    const client = createRetryingClient(draws)
    let load: ClaimLoad | undefined
    try {
      const { first } = server
      await register(first, receiver, ['drop.claimed', 'claim.confirmed'])
      const dropId = await createDrop(first, { maxAmount: '1000000', tokenAmount: '1', maxPerWallet: 1 })
      const pool = rounds * draws * 100
      const packet = await createDrop(first, {
        maxAmount: String(pool),
        tokenAmount: '0',
        supply: rounds * draws,
        maxPerWallet: 1,
      })
      const claims = startClaims({
        key: first.apiKey,
        dropId,
        url: () => first.url,
        lanes: LANES,
        perSecond: () => 40,
      })
      load = claims
      const violations: string[] = []
      let drawn = 0
      const draw = async (): Promise<void> => {
        const userAddress = walletNumber(1_000_000 + drawn++)
        const answer = await client.ask(() => first.url, {
          key: first.apiKey,
          query: DRAW,
          variables: { dropId: packet, userAddress },
        })
        const told = answer?.data?.['claimRandomDrop'] as { success: boolean } | undefined
        if (told?.success !== true)
          violations.push(`a draw was answered ${JSON.stringify(answer?.data ?? answer?.errors)}`)
      }
      for (let round = 1; round <= rounds && !isTimeUp(); round++) {
        const fails = chance.oneOf(['chain', 'receiver', 'both'])
        isFailing = fails !== 'chain'
        if (fails !== 'receiver') await first.fakeChain('outage', { seconds: LONG_OUTAGE_SECONDS })
        const before = claims.granted.size
        await Promise.all(Array.from({ length: draws }, draw))
        await pause(chance.between(500, 2_000))
        if (claims.granted.size === before) violations.push(`no wallet could claim while the ${fails} failed`)
        isFailing = false
        await first.fakeChain('outage', { seconds: 0 })
        await pause(chance.between(100, 600))
        if (round % 10 === 0) say(`${round} rounds, ${claims.granted.size} claims, ${drawn} draws`)
      }
      await claims.finish()
      const delivered = await eventually(
        () => settledRows(server.databaseUrl, packet),
        (rows) => rows.claims.every(({ status }) => status === 'CONFIRMED'),
        SETTLED_LIMIT_MS,
      )
      const total = delivered.claims.reduce((sum, { amount }) => sum + amount, 0n)
      if (delivered.claims.length !== drawn)
        violations.push(`${delivered.claims.length} draws are there of ${drawn}`)
      if (drawn === rounds * draws && total !== BigInt(pool)) violations.push(`${total} was drawn of ${pool}`)
      const confirmed = delivered.events.filter(({ type }) => type === 'claim.confirmed').length
      if (confirmed !== drawn) violations.push(`${confirmed} events claim.confirmed for ${drawn} draws`)
      const events = claims.granted.size + 2 * drawn
      await eventually(
        async () => receiver.delivered.size,
        (count) => count >= events,
        SETTLED_LIMIT_MS,
      )
      if (receiver.delivered.size !== events)
        violations.push(`${receiver.delivered.size} ids for ${events} events`)
      const { violations: found } = await allViolations(server.databaseUrl, dropId, claims.granted)
      return {
        counts: {
          'rounds of failing': drawn / draws,
          'claims meanwhile': claims.granted.size,
          'draws paid out': delivered.claims.length,
          'webhook attempts': receiver.attempts,
          'events delivered': receiver.delivered.size,
        },
        violations: [...violations, ...claims.violations, ...receiver.violations, ...found],
      }
    } finally {
      load?.abandon()
      client.close()
      await receiver.close()
      await server.stop()
    }
  },
}

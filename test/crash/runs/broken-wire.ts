// The connection between the server and Postgres is cut, slow, silent, deaf and half-closed, and cut after a commit was
// sent.
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { allViolations } from '../../support/ledger-violations.ts'
import { type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { startFaultProxy } from '../fault-proxy.ts'
import { createMortalServer, type MortalServer, startOwnPostgres } from '../mortal-server.ts'

const LANES = 64
const SIZES = { short: { rounds: 7 }, full: { rounds: 140 } }
/** Longer than the timeout of a statement (10 s), plus the wait for an answer after that. */
const RECOVERY_LIMIT_MS = 25_000

const FAULTS = ['cut', 'slow', 'silent', 'deaf', 'cut-at-commit', 'refusing', 'half-closed'] as const

export const brokenWire: CrashTest = {
  name: 'broken-wire',
  title: 'a broken wire between server and Postgres',
  mustHold: '0 lost, 0 double, claims go on by themselves',
  run: async ({ size, seed, say, isTimeUp }) => {
    const { rounds } = SIZES[size]
    const chance = chanceOf(seed)
    const postgres = await startOwnPostgres()
    const proxy = await startFaultProxy(postgres.databaseUrl)
    let server: MortalServer | undefined
    let load: ClaimLoad | undefined
    try {
      const own = await createMortalServer({ env: { DATABASE_URL: proxy.url } })
      server = own
      const { first } = own
      const dropId = await createDrop(first, { maxAmount: '10000000', tokenAmount: '10', maxPerWallet: 1 })
      let answeredAt = 0
      const claims = startClaims({
        key: first.apiKey,
        dropId,
        url: () => own.url,
        lanes: LANES,
        perSecond: () => 1_000,
        onAnswer: () => {
          answeredAt = performance.now()
        },
      })
      load = claims
      const violations: string[] = []
      let [struck, longestMs] = [0, 0]
      const strike = async (fault: (typeof FAULTS)[number]): Promise<void> => {
        const lastsMs = chance.between(100, 900)
        if (fault === 'cut') return void proxy.cutAll()
        if (fault === 'half-closed') return void proxy.halfCloseAll()
        proxy.setFault(fault === 'slow' ? { kind: 'slow', delayMs: chance.between(5, 250) } : { kind: fault })
        await pause(lastsMs)
        // Packets that were not forwarded never arrive, so these connections are unusable.
        if (fault === 'silent' || fault === 'deaf') proxy.cutAll()
        proxy.setFault({ kind: 'none' })
      }
      for (let round = 1; round <= rounds && !isTimeUp(); round++) {
        await pause(chance.between(50, 300))
        const fault = FAULTS[round % FAULTS.length] ?? 'cut'
        await strike(fault)
        struck++
        const clearAt = performance.now()
        while (answeredAt < clearAt) {
          if (performance.now() - clearAt > RECOVERY_LIMIT_MS)
            throw new Error(`no wallet can claim ${RECOVERY_LIMIT_MS} ms after the wire was ${fault}`)
          await pause(5)
        }
        longestMs = Math.max(longestMs, Math.round(answeredAt - clearAt))
        if (round % 20 === 0)
          say(`${round} faults, ${claims.granted.size} claims, longest ${longestMs} ms until one`)
      }
      await claims.finish()
      const { rows, violations: found } = await allViolations(postgres.databaseUrl, dropId, claims.granted)
      if (proxy.commitsCut === 0) violations.push('no commit was cut off: nothing was tried')
      return {
        counts: {
          'faults of the wire': struck,
          'commits done whose answer was cut off': proxy.commitsCut,
          'claims acknowledged': claims.granted.size,
          'claims in the store': rows.claims.length,
          'told to retry': claims.counts.turnedAway,
          'first claim after a fault, longest in ms': longestMs,
        },
        violations: [...violations, ...claims.violations, ...found],
      }
    } finally {
      load?.abandon()
      await server?.stop().catch(() => {})
      await proxy.close()
      await postgres.stop()
    }
  },
}

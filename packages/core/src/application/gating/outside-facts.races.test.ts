// Wallets' balances grow while the chain is asked for them together, answers late, and sometimes not at all.

import { createTestPorts, sampleDrop, sampleToken, sampleUser, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '../../domain/address.ts'
import { type Amount, amountOf } from '../../domain/amount.ts'
import { factKey } from '../../domain/gating/rule-kind.ts'
import type { Chain } from '../../ports/index.ts'
import { createOutsideFacts, FACTS_LIFETIME_MS } from './outside-facts.ts'

const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)
const COIN = '0x2::sui::SUI'
const REQUEST = { source: 'balance', subject: COIN } as const
const FRESH_MS = 1_000
const WALLETS = 3

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), wallet: fc.nat(WALLETS - 1), fresh: fc.boolean() }),
  fc.record({ kind: fc.constant('grow' as const), wallet: fc.nat(WALLETS - 1) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 900, 5_000, 12_000) }),
)

test('a fact is the chain’s answer for that wallet, no older than allowed, or missing', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(anyStep, { minLength: 1, maxLength: 14 }),
      fc.array(fc.boolean(), { maxLength: 4 }),
      async (scheduler, steps, failures) => {
        const ports = createTestPorts()
        const { clock } = ports
        /** Each wallet's balances with the instant from which on it had them, oldest first. */
        const histories = Array.from({ length: WALLETS }, (_, wallet) => [
          { from: Number.NEGATIVE_INFINITY, value: BigInt(wallet * 1_000) },
        ])
        const balanceOf = (wallet: number) => histories[wallet]?.at(-1)?.value ?? 0n
        const moment = (what: string) => scheduler.schedule(Promise.resolve(), what)
        let [asked, underWay, mostUnderWay] = [0, 0, 0]
        const balances: Chain['balances'] = async (_, wallets) => {
          const isFailing = failures[asked++] ?? false
          mostUnderWay = Math.max(mostUnderWay, ++underWay)
          await moment('the chain looks')
          const value = new Map<Address, Amount>()
          for (let wallet = 0; wallet < WALLETS; wallet++) {
            const address = testWallet(wallet + 1)
            if (wallets.includes(address)) value.set(address, amountOf(balanceOf(wallet)))
          }
          await moment('the chain answers')
          underWay--
          return isFailing
            ? { ok: false, error: { kind: 'chain_unavailable', reason: 'an outage' } }
            : { ok: true, value }
        }
        const facts = createOutsideFacts({ ...ports, clock, chain: { ...ports.chain, balances } })
        const take = async (step: (typeof steps)[number]): Promise<void> => {
          await moment(step.kind)
          if (step.kind === 'pass') return void clock.advance(step.ms)
          if (step.kind === 'grow')
            return void histories[step.wallet]?.push({
              from: clock.now(),
              value: balanceOf(step.wallet) + 1n,
            })
          const begunAt = clock.now()
          const age = step.fresh ? 'fresh' : 'cached'
          const gathered = await facts.gather(drop, [REQUEST], testWallet(step.wallet + 1), age)
          const value = gathered.values.get(factKey(REQUEST))
          if (value === undefined) return expect(failures).toContain(true)
          const oldest = begunAt - (step.fresh ? FRESH_MS : FACTS_LIFETIME_MS)
          const until = histories[step.wallet]?.find((one) => one.value === value + 1n)?.from
          expect(histories[step.wallet]?.map((one) => one.value)).toContain(value)
          expect(until ?? Number.POSITIVE_INFINITY, 'when it was no longer so').toBeGreaterThan(oldest)
          if (gathered.isFresh)
            expect(until ?? Number.POSITIVE_INFINITY).toBeGreaterThan(gathered.at - FRESH_MS)
        }
        await scheduler.waitFor(Promise.all(steps.map(take)))
        expect(mostUnderWay).toBeLessThanOrEqual(1)
      },
    ),
  ))

import type { Authenticated } from '@dropkit/core'
import { err } from '@dropkit/core'
import { expect, test } from 'vitest'
import { countPerTurn } from '../../../../test/support/count-per-turn.ts'
import { type OpenSocket, SOCKET_SETTINGS } from './open-socket.ts'
import { createSocketWatch } from './socket-watch.ts'

const SETTINGS = { ...SOCKET_SETTINGS, pingMs: 300, credentialMs: 300 }

test('the sockets of a server are pinged, and their credentials checked, over several turns of the event loop', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const [pings, checks] = [countPerTurn(), countPerTurn()]
  const readVisit = () => {
    checks.count()
    return err({ kind: 'unauthenticated' as const })
  }
  const watch = createSocketWatch(
    {
      dropkit: { readVisit, authenticate: async () => err({ kind: 'unauthenticated' }) } as never,
      takesVisitors: true,
      log: { warn: () => {} } as never,
    },
    SETTINGS,
  )
  for (let n = 0; n < 1_000; n++)
    watch.add({
      admitted: { secret: `secret ${n}`, authenticated: {} as Authenticated },
      streams: new Set(),
      isAlive: true,
      closed,
      ping: pings.count,
      terminate: () => {},
      close: () => {},
    } as Partial<OpenSocket> as OpenSocket)
  await expect
    .poll(() => Math.min(pings.total(), checks.total()), { timeout: 5_000 })
    .toBeGreaterThanOrEqual(1_000)
  close()
  expect(pings.stop()).toBeLessThanOrEqual(100)
  expect(checks.stop()).toBeLessThanOrEqual(100)
})

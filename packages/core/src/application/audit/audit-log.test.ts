import { expect, test } from 'vitest'
import type { EventType } from '../../domain/event.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { AuditRows, LogExtent } from '../../ports/audit-rows.ts'
import { auditLog } from './audit-log.ts'

const NOW = 100 * DAY_MS

interface Log extends Partial<LogExtent> {
  readonly strange?: readonly { id: string; position: number; eventType: EventType }[]
  readonly undelivered?: readonly { type: EventType; patterns: readonly string[]; at?: number }[]
}

async function* page<T>(rows: readonly T[]) {
  yield rows
}

/** What is found in a log of ten events, unless told. */
async function found({ strange = [], undelivered = [], ...extent }: Log) {
  const said: string[][] = []
  const rows = {
    strangeDeliveries: () => page(strange),
    eventsWithoutDelivery: (since: number) =>
      page(
        undelivered
          .filter(({ at = since }) => at >= since)
          .map(({ type, patterns }) => ({ webhookId: 'webhook_1', position: 7, type, patterns })),
      ),
  } as unknown as AuditRows
  const log: LogExtent = {
    placed: 10,
    first: 1,
    removed: { upTo: 0, by: 0 },
    last: 10,
    missing: [],
    head: null,
    dispatched: 10,
    ...extent,
  }
  await auditLog(rows, log, NOW, ({ record, field, kept, derived }) =>
    said.push([record, field, kept, derived]),
  )
  return said
}

test('places count from one without a gap, or from the first that was not removed', async () => {
  expect(await found({})).toEqual([])
  expect(await found({ placed: 6, first: 5, removed: { upTo: 4, by: NOW } })).toEqual([])
  expect(await found({ placed: 5, first: 6, removed: { upTo: 4, by: NOW } })).toEqual([
    ['log', 'first place', '6', '5'],
  ])
  expect(await found({ placed: 0, first: 0, last: 0, dispatched: 0 })).toEqual([])
  expect(await found({ placed: 9, first: 2 })).toEqual([['log', 'first place', '2', '1']])
  expect(await found({ placed: 9 })).toEqual([['log', 'events with a place', '9', '10']])
  expect(await found({ placed: 8, missing: [3, 4] })).toEqual([
    ['event_3', 'row', 'none', 'one: later places are given'],
    ['event_4', 'row', 'none', 'one: later places are given'],
  ])
})

test('the place given last is that of the last event, and none was read beyond it', async () => {
  expect(await found({ head: 10 })).toEqual([])
  expect(await found({ head: 11 })).toEqual([['log', 'place given last', '11', '10']])
  expect(await found({ dispatched: 9 })).toEqual([])
  expect(await found({ dispatched: 11 })).toEqual([['log', 'place read for webhooks', '11', 'at most 10']])
})

test('a delivery is of an event and a webhook that are there', async () => {
  const strange = [{ id: 'delivery_1', position: 3, eventType: 'drop.paused' }] as const
  expect(await found({ strange })).toEqual([
    ['delivery_1', 'of', 'event_3, drop.paused', 'an event and a webhook that are there'],
  ])
})

test('everybody was told of what he wanted to know, as far as that is kept', async () => {
  const wanted = ['drop.*', 'token.created']
  const missed = [['webhook_1', 'delivery of event_7', 'none', 'one']]
  expect(await found({ undelivered: [{ type: 'drop.paused', patterns: wanted }] })).toEqual(missed)
  expect(await found({ undelivered: [{ type: 'refund.failed', patterns: wanted }] })).toEqual([])
  expect(await found({ undelivered: [{ type: 'webhook.test', patterns: ['*'] }] })).toEqual([])
  const at = (days: number) => ({ type: 'drop.paused', patterns: ['*'], at: NOW - days * DAY_MS }) as const
  expect(await found({ undelivered: [at(29)] })).toEqual(missed)
  expect(await found({ undelivered: [at(30)] })).toEqual([])
})

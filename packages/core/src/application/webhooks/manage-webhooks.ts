import type { EventData } from '../../domain/event-data.ts'
import { idOf, readId } from '../../domain/ids.ts'
import { toIso } from '../../domain/instant.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal, parseFlag } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import {
  isSuccess,
  MAX_REPLACED_SECRETS,
  parsePatterns,
  REPLACED_SECRET_VALID_MS,
  type ReplacedSecret,
  type Webhook,
  type WebhookDelivery,
  webhookBody,
  withoutFailures,
} from '../../domain/webhook.ts'
import type { Change, Effect, Ports, WebhookAnswer } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-input.ts'
import { FIXED_LIMITS, fixedLimitReached } from '../settings.ts'
import { makeSecret, openSecret, replacedSecrets, sealEarlier, secretsOf } from './webhook-secrets.ts'

type WebhookPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'secrets' | 'webhooks' | 'deliveries'>

/** A webhook, as its owner wrote it. A new one is active by default. */
export interface WebhookInput {
  readonly url: string
  readonly events: readonly string[]
  readonly isActive?: boolean | null | undefined
}

/** A webhook with its secret, which is shown only when it is created. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

const MAX_URL_LENGTH = 2_048

export async function createWebhook(
  ports: WebhookPorts,
  caller: Caller,
  input: WebhookInput,
): Promise<Result<WebhookWithSecret, Refusal>> {
  const url = parseUrl(ports, input.url)
  if (!url.ok) return url
  const events = parsePatterns(input.events)
  if (!events.ok) return events
  const isActive = parseFlag(input.isActive ?? true, 'isActive')
  if (!isActive.ok) return isActive
  const now = ports.clock.now()
  const id = idOf('webhook', ports.ids.next(now))
  const { secret, sealed } = makeSecret(ports, id)
  const webhook: Webhook = {
    id,
    ownerId: caller.user.id,
    url: url.value,
    events: events.value,
    secret: sealed,
    previousSecret: null,
    earlierSecrets: null,
    isActive: isActive.value,
    failingSince: null,
    lastFailedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const created = await ports.store.changeUser(
    caller.user.id,
    (_user, webhooks): Change<boolean> =>
      webhooks < FIXED_LIMITS.webhooksPerUser
        ? { result: true, insert: { webhooks: [webhook] }, effect: effectOn(webhook) }
        : { result: false },
    { of: 'webhooks', most: FIXED_LIMITS.webhooksPerUser },
  )
  if (!created.ok) throw new Error('invariant broken: a webhook has no unique field of its own')
  return created.value ? ok({ webhook, secret }) : err(fixedLimitReached('webhooksPerUser'))
}

/** Changes the given fields. Another URL, or switching a disabled webhook on again, resets its failures. */
export async function updateWebhook(
  ports: WebhookPorts,
  caller: Caller,
  input: { readonly id: string } & {
    readonly [Field in keyof WebhookInput]?: WebhookInput[Field] | null | undefined
  },
): Promise<Result<Webhook, Refusal>> {
  const url = input.url == null ? ok(null) : parseUrl(ports, input.url)
  if (!url.ok) return url
  const events = input.events == null ? ok(null) : parsePatterns(input.events)
  if (!events.ok) return events
  return changeOwn(ports, caller, input.id, (webhook, now) => {
    const flag = parseFlag(input.isActive ?? webhook.isActive, 'isActive')
    if (!flag.ok) return { result: flag }
    const isActive = flag.value
    const changedUrl = url.value ?? webhook.url
    const isNewStart = changedUrl !== webhook.url || (isActive && !webhook.isActive)
    const changed: Webhook = {
      ...webhook,
      url: changedUrl,
      events: events.value ?? webhook.events,
      isActive,
      failingSince: isNewStart ? null : webhook.failingSince,
      lastFailedAt: isNewStart ? null : webhook.lastFailedAt,
      updatedAt: now,
    }
    return { result: ok(changed), webhook: changed, effect: effectOn(changed) }
  })
}

export const deleteWebhook = (
  ports: WebhookPorts,
  caller: Caller,
  id: string,
): Promise<Result<true, Refusal>> =>
  changeOwn<true>(ports, caller, id, (webhook) => ({
    result: ok(true),
    webhook: 'removed',
    effect: effectOn(webhook),
  }))

/**
 * Gives the webhook a new secret. Each replaced one stays valid for a day, so that no receiver misses an event. Refuses to
 * replace more than `MAX_REPLACED_SECRETS` in a day, because an earlier one would have to end before its day is over.
 */
export async function rotateWebhookSecret(
  ports: WebhookPorts,
  caller: Caller,
  id: string,
): Promise<Result<WebhookWithSecret, Refusal>> {
  return changeOwn<WebhookWithSecret>(ports, caller, id, (before, now) => {
    const earlier = replacedSecrets(ports, before, now)
    const oldest = earlier.at(-1)
    if (oldest && earlier.length >= MAX_REPLACED_SECRETS) return { result: err(tooManySecrets(oldest)) }
    const { secret, sealed } = makeSecret(ports, before.id)
    const webhook: Webhook = {
      ...before,
      secret: sealed,
      previousSecret: { secret: before.secret, until: now + REPLACED_SECRET_VALID_MS },
      earlierSecrets: earlier.length === 0 ? null : sealEarlier(ports, before.id, earlier),
      updatedAt: now,
    }
    return { result: ok({ webhook, secret }), webhook, effect: effectOn(webhook) }
  })
}

function tooManySecrets(oldest: ReplacedSecret): Refusal {
  const until = toIso(oldest.until)
  return {
    kind: 'conflict',
    reason: 'TOO_MANY_SECRETS',
    message: `${MAX_REPLACED_SECRETS} replaced secrets of this webhook are still valid, the most that a webhook may have; rotate again after ${until}`,
    details: { most: MAX_REPLACED_SECRETS, until },
  }
}

/** The result of a test event. */
export interface WebhookTest {
  readonly success: boolean
  readonly statusCode: number | null
  readonly durationMs: number | null
  readonly error: string | null
}

/** Sends one `webhook.test` immediately and returns the result. It is not retried. A success ends the webhook's failures. */
export async function testWebhook(
  ports: WebhookPorts,
  caller: Caller,
  id: string,
): Promise<Result<WebhookTest, Refusal>> {
  const webhook = await readWebhook(ports, caller, id)
  if (!webhook) return err(notFound('Webhook'))
  const now = ports.clock.now()
  const data: EventData['webhook.test'] = { webhookId: webhook.id }
  await ports.store.create({
    events: [
      {
        type: 'webhook.test',
        at: now,
        ownerId: webhook.ownerId,
        actorId: caller.user.id,
        dropId: null,
        tokenId: null,
        intentId: null,
        data,
      },
    ],
  })
  const answer = await ports.webhooks.send({
    url: webhook.url,
    id: `test_${ports.ids.next(now)}`,
    body: JSON.stringify(webhookBody({ type: 'webhook.test', at: now, data })),
    secrets: secretsOf(ports, webhook, now),
  })
  const test = testOf(answer)
  if (test.success && webhook.failingSince !== null) {
    await changeOwn(ports, caller, id, (current, now) => ({
      result: ok(undefined),
      webhook: current.url === webhook.url ? withoutFailures(current, now) : current,
    }))
  }
  return ok(test)
}

function testOf(answer: WebhookAnswer): WebhookTest {
  if (answer.kind === 'answered') {
    const { statusCode, durationMs } = answer
    const success = isSuccess({ statusCode })
    return { success, statusCode, durationMs, error: success ? null : `The receiver answered ${statusCode}` }
  }
  const durationMs = answer.kind === 'forbidden' ? null : answer.durationMs
  return { success: false, statusCode: null, durationMs, error: answer.reason }
}

/** Queues one of the caller's deliveries again, whatever its state, with all attempts. */
export async function resendDelivery(
  ports: WebhookPorts,
  caller: Caller,
  id: string,
): Promise<Result<WebhookDelivery, Refusal>> {
  const deliveryId = readId('delivery', id)
  const delivery = deliveryId && (await ports.deliveries.delivery(deliveryId))
  const webhook = delivery && (await readWebhook(ports, caller, delivery.webhookId))
  if (!deliveryId || !delivery || !webhook) return err(notFound('Webhook delivery'))
  if (!webhook.isActive)
    return err({
      kind: 'conflict',
      reason: 'WEBHOOK_OFF',
      message: 'This webhook is not active; switch it on first',
    })
  await ports.deliveries.requeue(deliveryId, ports.clock.now())
  return ok((await ports.deliveries.delivery(deliveryId)) ?? delivery)
}

export async function readWebhook(
  ports: Pick<Ports, 'store'>,
  caller: Caller,
  id: string,
): Promise<Webhook | undefined> {
  const webhookId = readId('webhook', id)
  const webhook = webhookId && (await ports.store.webhooks([webhookId])).get(webhookId)
  return webhook?.ownerId === caller.user.id ? webhook : undefined
}

/** One of the caller's webhooks with its current secret, for a request whose answer was lost. */
export async function recoverWebhook(
  ports: Pick<Ports, 'store' | 'secrets'>,
  caller: Caller,
  id: string,
): Promise<Result<WebhookWithSecret, Refusal>> {
  const webhook = await readWebhook(ports, caller, id)
  if (!webhook) return err(notFound('Webhook'))
  return ok({ webhook, secret: openSecret(ports, webhook.id, webhook.secret) })
}

export async function listWebhooks(
  ports: Pick<Ports, 'store'>,
  caller: Caller,
  input: PageInput,
): Promise<Result<readonly Webhook[], Refusal>> {
  const page = parsePage(input, (id) => readId('webhook', id))
  return page.ok ? ok(await ports.store.listWebhooks(caller.user.id, page.value)) : page
}

const effectOn = ({ id }: Webhook): Effect => ({ kind: 'webhook', id })

async function changeOwn<T>(
  ports: WebhookPorts,
  caller: Caller,
  id: string,
  decide: (
    webhook: Webhook,
    now: number,
  ) => Change<Result<T, Refusal>> & { readonly webhook?: Webhook | 'removed' },
): Promise<Result<T, Refusal>> {
  const webhookId = readId('webhook', id)
  if (!webhookId) return err(notFound('Webhook'))
  const changed = await ports.store.changeWebhook<Result<T, Refusal>>(webhookId, (webhook) =>
    webhook?.ownerId === caller.user.id
      ? decide(webhook, ports.clock.now())
      : { result: err(notFound('Webhook')) },
  )
  if (!changed.ok) throw new Error('invariant broken: a webhook has no unique field of its own')
  return changed.value
}

function parseUrl(ports: WebhookPorts, text: string): Result<string, Refusal> {
  const noText = noTextRefusal(text, 'url')
  if (noText) return err(noText)
  const url = text.trim()
  if (url.length > MAX_URL_LENGTH)
    return err(
      badInput('url', 'TOO_LONG', `url must have at most ${MAX_URL_LENGTH} characters`, {
        most: MAX_URL_LENGTH,
      }),
    )
  const objection = ports.webhooks.objection(url)
  if (objection === undefined) return ok(url)
  const { reason, message } = objection
  const advice = reason === 'NOT_PUBLIC' ? '. Use a public address' : ''
  return err(badInput('url', reason, `url is refused: ${message}${advice}`))
}

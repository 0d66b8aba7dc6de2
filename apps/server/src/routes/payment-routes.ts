import type { Chain, Clock, PriceFeed, Store } from '@dropkit/core'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Gate } from './gate.ts'
import { sendRefusal } from './http-refusal.ts'
import { missingPaymentPage, PAYMENT_PAGE_POLICY, paymentPage } from './payment-page.ts'
import { type PaymentStatus, paymentStatusOf } from './payment-status.ts'

export interface PaymentRouteParts {
  readonly store: Pick<Store, 'paymentIntentByExternalId' | 'dropForSettlement'>
  readonly chain: Pick<Chain, 'name'>
  readonly prices: Pick<PriceFeed, 'currencies'>
  readonly clock: Clock
  readonly gate: Gate
}

interface WithPayment {
  Params: { readonly externalId: string }
}

const EXTERNAL_ID = /^pi_[0-9a-f]{32}$/

/** Where `paymentUrl` leads: a page on which a payment can be made, and what it asks to follow the payment. */
export function registerPaymentRoutes(app: FastifyInstance, parts: PaymentRouteParts): void {
  const { store, chain, prices, clock, gate } = parts

  async function find(externalId: string): Promise<PaymentStatus | undefined> {
    const intent = EXTERNAL_ID.test(externalId) && (await store.paymentIntentByExternalId(externalId))
    if (!intent) return undefined
    const drop = await store.dropForSettlement(intent.dropId)
    const currency = prices.currencies().find(({ code }) => code === intent.currency)
    return paymentStatusOf(intent, {
      title: drop?.title ?? 'Payment',
      decimals: currency?.decimals ?? 0,
      now: clock.now(),
    })
  }

  app.get<WithPayment>('/pay/:externalId', async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const payment = await find(request.params.externalId)
    return payment
      ? sendPage(reply, paymentPage(payment, chain.name === 'fake'))
      : sendPage(reply.code(404), missingPaymentPage())
  })

  app.get<WithPayment>('/pay/:externalId/status', async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const payment = await find(request.params.externalId)
    if (!payment) return sendRefusal(request, reply, NOT_FOUND)
    return reply.header('cache-control', 'no-store').send(payment)
  })
}

const NOT_FOUND = { status: 404, error: 'Payment intent not found', code: 'NOT_FOUND', retryable: false }

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PAYMENT_PAGE_POLICY)
    .header('cache-control', 'no-store')
    .send(html)

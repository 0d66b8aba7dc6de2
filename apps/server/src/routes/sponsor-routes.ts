import type { Sponsor } from '@dropkit/adapter-chain/sui'
import { type Dropkit, parseAddress } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Gate } from './gate.ts'
import { badRequest, type HttpRefusal, httpRefusalOf, sendRefusal } from './http-refusal.ts'

const BODY_LIMIT_BYTES = 64 * 1024

const wish = z.object({ senderAddress: z.string(), transactionKindBytes: z.string() })

/**
 * Sponsors a claim that a wallet without SUI executes itself. The wallet sends its transaction kind without gas, and gets
 * back the whole transaction with the service's signature. It then signs the transaction and executes it with both
 * signatures.
 */
export function registerSponsorRoutes(
  app: FastifyInstance,
  dropkit: Pick<Dropkit, 'readDrop'>,
  sponsor: Sponsor | null,
  gate: Gate,
): void {
  app.post<{ Params: { readonly id: string } }>(
    '/drops/:id/sponsor',
    { bodyLimit: BODY_LIMIT_BYTES },
    async (request, reply) => {
      const who = await gate.admitClaimer(request, reply)
      if (!who.ok) return sendRefusal(request, reply, who.error)
      if (!sponsor) return sendRefusal(request, reply, NOT_ENABLED)
      const body = wish.safeParse(request.body)
      if (!body.success)
        return sendRefusal(request, reply, badRequest('senderAddress and transactionKindBytes must be texts'))
      const sender = parseAddress(body.data.senderAddress, 'senderAddress')
      if (!sender.ok) return sendRefusal(request, reply, httpRefusalOf(sender.error))
      const drop = await dropkit.readDrop(who.value.caller, request.params.id)
      if (!drop) return sendRefusal(request, reply, httpRefusalOf({ kind: 'not_found', what: 'Drop' }))
      if (drop.vault.kind !== 'open') return sendRefusal(request, reply, httpRefusalOf(NO_VAULT))
      const sponsored = await sponsor.sponsor({
        sender: sender.value,
        dropObjectId: drop.vault.objectId,
        transactionKindBytes: body.data.transactionKindBytes,
      })
      if (!sponsored.ok) return sendRefusal(request, reply, httpRefusalOf(sponsored.error))
      const { transactionBytes, sponsorSignature, digest, expiresAt } = sponsored.value
      return reply
        .header('cache-control', 'no-store')
        .send({ transactionBytes, sponsorSignature, digest, expiresAt: toIso(expiresAt) })
    },
  )
}

const NOT_ENABLED: HttpRefusal = {
  status: 404,
  error: 'Sponsored claims are not enabled on this server: set CHAIN=sui and SUI_SPONSOR_BUDGET_MIST',
  code: 'NOT_FOUND',
  retryable: false,
}

const NO_VAULT = { kind: 'drop_not_ready', waitingFor: 'its vault is not on the chain' } as const

import type { FakeChainError, FakeChainWallet } from '@dropkit/adapter-chain'
import type { Sponsor } from '@dropkit/adapter-chain/sui'
import { type Dropkit, type Instant, parseAddress, type Result } from '@dropkit/core'
import { toIso, unreachable } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Gate } from './gate.ts'
import { badRequest, type ErrorBody, type HttpRefusal, httpRefusalOf, sendRefusal } from './http-refusal.ts'

type Answer = Promise<Result<{ readonly txHash: string } | { readonly now: Instant }, FakeChainError>>
type Act = (input: Readonly<Record<string, unknown>>) => Answer

const FAKE_CHAIN_LIMIT_BYTES = 256 * 1024

/** Each action validates its own fields. This only checks that the body is an object. */
const hasFields = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Actions on the fake chain, by JSON POST. They need no credential, like a wallet's actions on a real chain. */
export function registerFakeChainRoutes(app: FastifyInstance, wallet: FakeChainWallet): void {
  const acts: Readonly<Record<string, Act>> = {
    faucet: wallet.faucet,
    transfer: wallet.transfer,
    execute: wallet.execute,
    'mint-nft': wallet.mintNft,
    claim: wallet.claim,
    advance: wallet.advance,
    outage: wallet.outage,
  }
  for (const [name, act] of Object.entries(acts)) {
    app.post(`/fake-chain/${name}`, { bodyLimit: FAKE_CHAIN_LIMIT_BYTES }, async (request, reply) => {
      const body = request.body ?? {}
      const answer: Awaited<Answer> = hasFields(body)
        ? await act(body)
        : { ok: false, error: { kind: 'bad_input', field: 'body', reason: 'the body must be a JSON object' } }
      if (answer.ok) return answer.value
      const { status, ...rest } = describe(answer.error)
      if (status === 503) reply.header('retry-after', '1')
      return reply.code(status).send({ ...rest, requestId: request.id } satisfies ErrorBody)
    })
  }
}

function describe(error: FakeChainError): Omit<ErrorBody, 'requestId'> & { readonly status: number } {
  switch (error.kind) {
    case 'bad_input':
      return {
        status: 400,
        error: error.reason,
        code: 'BAD_USER_INPUT',
        retryable: false,
        field: error.field,
      }
    case 'aborted':
      return {
        status: 422,
        error: `${error.abort}: ${error.reason}`,
        code: 'TX_FAILED',
        retryable: false,
        details: { abort: error.abort, txHash: error.txHash },
      }
    case 'chain_unavailable':
      return { status: 503, error: error.reason, code: 'CHAIN_UNAVAILABLE', retryable: true }
    default:
      return unreachable(error)
  }
}

const SPONSOR_LIMIT_BYTES = 64 * 1024

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
    { bodyLimit: SPONSOR_LIMIT_BYTES },
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

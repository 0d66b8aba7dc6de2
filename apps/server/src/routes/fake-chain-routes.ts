import type { FakeChainError, FakeChainWallet } from '@dropkit/adapter-chain'
import type { Instant, Result } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from './http-refusal.ts'

type Answer = Promise<Result<{ readonly txHash: string } | { readonly now: Instant }, FakeChainError>>
type Act = (input: Readonly<Record<string, unknown>>) => Answer

const BODY_LIMIT_BYTES = 256 * 1024

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
    app.post(`/fake-chain/${name}`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
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

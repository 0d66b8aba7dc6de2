import type { ApiRefusal } from '../api/api-refusal.ts'
import { request } from '../api/request.ts'
import type { TypedDocument } from '../api/typed-document.ts'
import { withRetries } from '../api/with-retries.ts'

/** What the page is doing for the claimer. */
export type Doing =
  | 'connecting'
  | 'reserving'
  | 'proving'
  | 'drawing'
  | 'in_wallet'
  | 'confirming'
  | 'paying'
  | 'coins'

/** The operations that a claim or a payment uses. */
export interface ClaimSession {
  /** Runs a mutation. It has one effect, however often it is sent. */
  change<Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables): Promise<Result>
  read<Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables): Promise<Result>
  tell(doing: Doing): void
}

export interface SessionListener {
  readonly onDoing: (doing: Doing) => void
  readonly onWait: (fault: ApiRefusal, delayMs: number) => void
}

export function openClaimSession({ onDoing, onWait }: SessionListener): ClaimSession {
  let doing: Doing = 'connecting'
  const patience = {
    onWait,
    wait: async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      onDoing(doing)
    },
    random: Math.random,
  }
  return {
    change(document, variables) {
      const idempotencyKey = crypto.randomUUID()
      return withRetries(() => request(document, variables, { idempotencyKey }), patience)
    },
    read: (document, variables) => withRetries(() => request(document, variables), patience),
    tell(next) {
      doing = next
      onDoing(next)
    },
  }
}

import type { ApiRefusal } from '../api/api-refusal.ts'
import { request } from '../api/request.ts'
import type { TypedDocument } from '../api/typed-document.ts'
import { withRetries } from '../api/with-retries.ts'

/** What is being done for the claimer at this moment. */
export type Doing =
  | 'connecting'
  | 'reserving'
  | 'proving'
  | 'drawing'
  | 'in_wallet'
  | 'confirming'
  | 'paying'
  | 'coins'

/** By what a claim or a payment is carried through. */
export interface ClaimSession {
  /** Once, however often it has to be sent. */
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

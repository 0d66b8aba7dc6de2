import type { FieldNode, OperationTypeNode } from 'graphql'
import type { Context } from '../context.ts'

/** An operation that was parsed and validated. */
export interface AskedOperation {
  readonly type: OperationTypeNode
  readonly rootFields: readonly FieldNode[]
}

/** What a request must pass, besides being valid. A refusal is thrown. A step with nothing to wait for returns no promise. */
export interface Admission {
  /** Before variables and cost are looked at. */
  enter(operation: AskedOperation): Promise<void> | undefined
  /** When the request is found to be right. It may replace what its resolvers get from the context. */
  begin(operation: AskedOperation): Promise<Partial<Pick<Context, 'services' | 'receipt'>>> | undefined
}

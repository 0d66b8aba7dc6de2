import type { FieldNode, OperationTypeNode } from 'graphql'
import type { Context } from '../context.ts'

/** An operation that was parsed and validated. */
export interface AskedOperation {
  readonly type: OperationTypeNode
  readonly rootFields: readonly FieldNode[]
}

/** What a request has to pass on its way, beyond being right. What refuses it is thrown. */
export interface Admission {
  /** Before variables and cost are looked at. */
  enter(operation: AskedOperation): Promise<void>
  /** When nothing is wrong with it any more: what its resolvers get in place of what the context had. */
  begin(operation: AskedOperation): Promise<Partial<Pick<Context, 'services' | 'receipt'>>>
}

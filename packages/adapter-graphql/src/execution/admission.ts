import type { FieldNode, OperationTypeNode } from 'graphql'
import type { Context } from '../context.ts'

/** An operation that was parsed and validated. */
export interface AskedOperation {
  readonly type: OperationTypeNode
  readonly rootFields: readonly FieldNode[]
}

/** The checks that a valid request must pass. A failed check throws. A check that need not wait returns no promise. */
export interface Admission {
  /** Runs before variables and cost are checked. */
  enter(operation: AskedOperation): Promise<void> | undefined
  /** Runs after the request was found valid. The result may replace parts of the resolvers' context. */
  begin(operation: AskedOperation): Promise<Partial<Pick<Context, 'services' | 'receipt'>>> | undefined
}

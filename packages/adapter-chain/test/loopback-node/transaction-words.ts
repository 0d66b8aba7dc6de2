import type { TransactionData } from '@mysten/sui/transactions'
import { GrpcFailure } from './grpc-answers.ts'

// The same transaction is said in the words of the wire and in those of the client's own transactions.

export type Command = TransactionData['commands'][number]

export const unsupported = (what: string) =>
  new GrpcFailure('invalidArgument', `this node does not take ${what}`)

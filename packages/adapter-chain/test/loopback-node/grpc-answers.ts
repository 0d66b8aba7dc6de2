/** Changes the messages of an answer before they are sent. */
export type ChangeAnswer = (messages: unknown[]) => unknown[]

/** The gRPC status codes that a node uses. */
export const GRPC_STATUS = {
  ok: 0,
  invalidArgument: 3,
  notFound: 5,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const

/** Thrown by a handler to end the call with this status and without a message. */
export class GrpcFailure extends Error {
  readonly status: number

  constructor(status: keyof typeof GRPC_STATUS, message: string) {
    super(message)
    this.status = GRPC_STATUS[status]
  }
}

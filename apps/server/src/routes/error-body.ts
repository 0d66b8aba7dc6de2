/** The body of every error outside GraphQL. */
export interface ErrorBody {
  /** One sentence for people. */
  readonly error: string
  /** One word for programs, as in GraphQL's `extensions.code`. */
  readonly code: string
  /** As in GraphQL's `extensions.reason`. */
  readonly reason?: string
  readonly retryable: boolean
  readonly requestId: string
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
}

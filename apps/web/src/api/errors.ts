type Fields = Readonly<Record<string, unknown>>

/** An error that the server answers with, including its error code. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly code: string
  /** More exact than the code, if that has several reasons. */
  readonly reason: string | undefined
  /** The input field that is wrong. */
  readonly field: string | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined

  constructor(message: string, extensions: object = {}) {
    super(message)
    const { code, reason, field, retryable, retryAfterMs, details, requestId } = extensions as Fields
    this.code = typeof code === 'string' ? code : 'INTERNAL'
    this.reason = typeof reason === 'string' ? reason : undefined
    this.field = typeof field === 'string' ? field : undefined
    this.retryable = retryable === true
    this.retryAfterMs = typeof retryAfterMs === 'number' ? retryAfterMs : undefined
    this.details = typeof details === 'object' && details !== null ? { ...details } : {}
    this.requestId = typeof requestId === 'string' ? requestId : undefined
  }
}

/** The error for a server that did not answer. */
export const unreachable = (): ApiRefusal =>
  new ApiRefusal('The service cannot be reached', { code: 'UNREACHABLE', retryable: true })

/** An error whose message comes from a catalog, so that it is shown as it is. */
export class TranslatedError extends Error {
  override readonly name = 'TranslatedError'
}

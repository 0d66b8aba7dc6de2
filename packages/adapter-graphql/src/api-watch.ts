/** Receives events of the API for metrics. The API does not wait for the calls, and they must not throw. */
export interface ApiWatch {
  /** Called for each element of `errors` that is sent, with its code. Codes are from a fixed list. */
  errorSent(code: string): void
  /** Called when an operation begins, with its first root field. The returned function is called when it ends. */
  operationBegins?(rootField: string): () => void
  socketOpened(): void
  socketClosed(code: number): void
  /** Called when a subscription starts to send. Each call is followed by one `streamEnded`. */
  streamStarted(): void
  streamEnded(): void
}

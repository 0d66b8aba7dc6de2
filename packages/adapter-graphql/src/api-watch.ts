/** Told of what goes on at the API, for whoever counts it. Nothing waits for it, and it may not throw. */
export interface ApiWatch {
  /** For each element of `errors` that is sent, with its code, which is one of ours. */
  errorSent(code: string): void
  /** An operation begins, known by its first root field; what this gives is called when it ends. */
  operationBegins?(rootField: string): () => void
  socketOpened(): void
  socketClosed(code: number): void
  /** A subscription begins to send; for each there is one `streamEnded`. */
  streamStarted(): void
  streamEnded(): void
}

import { inWordsHere } from './words-of-commands.ts'

/** An error that prevents the start and that the operator can fix. Only its message is shown. */
export class StartUpError extends Error {
  constructor(message: string, cause?: unknown) {
    super(inWordsHere(message), { cause })
    this.name = 'StartUpError'
  }
}

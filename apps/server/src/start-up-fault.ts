import { inWordsHere } from './words-of-commands.ts'

/** The server cannot start, and its operator can mend it: the message is all that is shown. */
export class StartUpFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(inWordsHere(message), { cause })
    this.name = 'StartUpFault'
  }
}

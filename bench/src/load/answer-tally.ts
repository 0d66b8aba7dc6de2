import type { Answer } from './answer-parser.ts'

const KEPT_FAILURES = 5

/** Counts the outcomes of requests. */
export class AnswerTally {
  accepted = 0
  answered = 0
  failed = 0
  bytes = 0
  readonly refused: Record<string, number> = {}
  readonly failures: string[] = []

  /** Counts a response. Returns whether the request was accepted: data without errors, with the wallet that was sent. */
  count({ status, body }: Answer, wallet: string | undefined): boolean {
    this.answered++
    this.bytes += body.length
    const isData = status === 200 && body.startsWith('{"data":{') && !body.includes('"errors":')
    // A null field counts like an error.
    const isNull = isData && /^\{"data":\{"\w+":null\}\}/.test(body)
    if (isData && !isNull) {
      if (wallet === undefined || body.includes(wallet)) {
        this.accepted++
        return true
      }
      this.fail(`an answer that does not name ${wallet}: ${body.slice(0, 300)}`)
      return false
    }
    const code = isNull ? 'NULL' : codeOf(status, body)
    this.refused[code] = (this.refused[code] ?? 0) + 1
    return false
  }

  fail(reason: string, times = 1): void {
    this.failed += times
    if (times > 0 && this.failures.length < KEPT_FAILURES) this.failures.push(reason)
  }
}

const codeOf = (status: number, body: string): string => {
  try {
    const { errors } = JSON.parse(body)
    const [first] = errors
    return String(first.extensions?.code ?? first.message)
  } catch {
    return `HTTP ${status}`
  }
}

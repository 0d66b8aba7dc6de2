// One connection on which bytes are sent as they are, and what comes back until it is closed or falls silent.
import { connect } from 'node:net'

export interface RawAnswers {
  /** The status of each answer that came. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly isClosed: boolean
}

const QUIET_MS = 10_000

/** `afterMs`: how long to go on listening after the first answer, for a second one. */
export function sendRaw(url: string, bytes: string | Buffer, afterMs = 150): Promise<RawAnswers> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let text = ''
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ statuses, text, isClosed })
    }
    let timer = setTimeout(() => finish(false), QUIET_MS)
    socket.on('connect', () => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(() => finish(false), afterMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
  })
}

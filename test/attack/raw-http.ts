// Sends raw bytes on one connection, and reads until the connection is closed or no more bytes arrive.
import { connect } from 'node:net'

export interface RawAnswers {
  /** The status of each response. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly isClosed: boolean
}

const QUIET_MS = 10_000

/** `afterMs`: how long to wait for a second response after the first. */
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

// The simplest possible server: it detects the end of each request and always sends the same bytes. The rate that the load
// process reaches here is its own limit.
import { type AddressInfo, createServer } from 'node:net'
import { sayWhere } from '../contestants/contestant.ts'

const body = JSON.stringify({ data: { claimDrop: { claim: { id: `claim_${'0'.repeat(700)}` } } } })
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
)

const server = createServer({ noDelay: true }, (socket) => {
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    rest += text
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, headEnd))?.[1])
      const end = headEnd + 4 + length
      if (rest.length < end) return
      rest = rest.slice(end)
      socket.write(answer)
    }
  })
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => sayWhere(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))

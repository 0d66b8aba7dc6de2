import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsResolver, resolveLocally } from './address-guard.ts'

const TYPE_A = 1
const TYPE_AAAA = 28

/** A name server on loopback that answers with the given records, or not at all. */
async function startNameServer(answer: (type: number) => readonly (readonly number[])[] | 'nothing') {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const endOfName = query.indexOf(0, 12)
    const question = query.subarray(12, endOfName + 5)
    const records = answer(query.readUInt16BE(endOfName + 1))
    if (records === 'nothing') return
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    query.copy(header, 0, 0, 2)
    const body = records.map((bytes) => {
      const type = bytes.length === 4 ? TYPE_A : TYPE_AAAA
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
    })
    socket.send(Buffer.concat([header, question, ...body]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return [`127.0.0.1:${socket.address().port}`]
}

const localhostV6 = [...new Array<number>(15).fill(0), 1]

describe('a name, resolved by DNS', () => {
  test('gives all its addresses, of both families', async () => {
    const servers = await startNameServer((type) => {
      if (type === TYPE_A)
        return [
          [192, 0, 2, 1],
          [127, 0, 0, 1],
        ]
      return [localhostV6]
    })
    const addresses = await createDnsResolver(servers)('hooks.example', AbortSignal.timeout(5_000))
    expect(addresses).toEqual(['192.0.2.1', '127.0.0.1', '::1'])
  })

  test('gives the addresses of one family when the other has none', async () => {
    const servers = await startNameServer((type) => (type === TYPE_A ? [[192, 0, 2, 1]] : []))
    const addresses = await createDnsResolver(servers)('hooks.example', AbortSignal.timeout(5_000))
    expect(addresses).toEqual(['192.0.2.1'])
  })

  test('that has no address is refused as such', async () => {
    const servers = await startNameServer(() => [])
    const resolving = createDnsResolver(servers)('hooks.example', AbortSignal.timeout(5_000))
    await expect(resolving).rejects.toMatchObject({ code: 'ENODATA' })
  })

  test('is given up with the signal when the name server is silent', async () => {
    const servers = await startNameServer(() => 'nothing')
    const resolving = createDnsResolver(servers)('hooks.example', AbortSignal.timeout(100))
    await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' })
  })
})

describe('a name, resolved as the machine does', () => {
  test('may come from the hosts file', async () => {
    expect(await resolveLocally('localhost', AbortSignal.timeout(5_000))).toContain('127.0.0.1')
  })
})

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsResolver, parseReceiverUrl, resolveLocally } from './address-guard.ts'

const objection = (url: string, allowPrivate = false) => {
  const parsed = parseReceiverUrl(url, allowPrivate)
  return parsed.ok ? undefined : parsed.error.message
}

describe('the URL of a receiver', () => {
  test.each([
    'https://example.com',
    'https://example.com/',
    'http://example.com:8080/a/b?c=d#e',
    'HTTPS://Example.COM/Hook',
    'https://example.com?at=@',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]:8443/hook',
    'https://bücher.example/hook',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('may be %s', (url) => {
    expect(objection(url)).toBeUndefined()
  })

  test.each([
    ['', /begin with/],
    ['example.com/hook', /begin with/],
    ['//example.com/hook', /begin with/],
    ['ftp://example.com/', /begin with/],
    ['file:///etc/passwd', /begin with/],
    ['javascript:alert(1)', /begin with/],
    ['unix:/run/docker.sock', /begin with/],
    ['http:example.com', /begin with/],
    ['http:/example.com', /begin with/],
    ['http:///example.com', /neither/],
    ['http://', /not valid/],
    ['http://?', /not valid/],
    ['https://user:password@example.com/', /user name/],
    ['https://user@example.com/', /user name/],
    ['https://@example.com/', /user name/],
    ['http://example.com@127.0.0.1/', /user name/],
    ['http://example.com:80@127.0.0.1/', /user name/],
    ['http://example.com\\@127.0.0.1/', /backslash/],
    ['http:\\\\127.0.0.1/', /backslash/],
    [' https://example.com/', /spaces/],
    ['https://exa\tmple.com/', /control/],
    ['https://example.com/\r\nX: y', /control/],
    ['http://example.com:0/', /port 0/],
    ['http://example.com:65536/', /not valid/],
    ['http://example.com:port/', /not valid/],
    ['http://[::1/', /not valid/],
    [`https://example.com/${'a'.repeat(2029)}`, /longer than 2048/],
    ['https://example.com./', /ends in a dot/],
    ['http://127.0.0.1:4000/', /loopback/],
    ['http://[::1]:4000/', /loopback/],
    ['http://10.0.0.1/', /private/],
    ['http://169.254.1.1/', /link-local/],
    ['http://localhost:4000/', /local network/],
    ['http://2130706433/', /four decimal numbers: 127\.0\.0\.1/],
    ['http://169.254.169.254/latest/meta-data/', /metadata/],
  ])('may not be %j', (url, reason) => {
    expect(objection(url)).toMatch(reason)
  })

  test.each([
    'http://127.0.0.1:4000/',
    'http://127.8.9.10/',
    'http://[::1]:4000/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[fd12::1]/',
    'http://169.254.1.1/',
    'http://localhost:4000/',
    'http://receiver:8080/hook',
    'http://receiver.local/hook',
  ])('may be %s where private addresses are permitted', (url) => {
    expect(objection(url)).toBeTypeOf('string')
    expect(objection(url, true)).toBeUndefined()
  })

  test('is read as it will be sent to', () => {
    const parsed = parseReceiverUrl('https://BÜCHER.example:443/Hook', false)
    expect(parsed.ok && parsed.value.url.href).toBe('https://xn--bcher-kva.example/Hook')
    expect(parsed.ok && parsed.value.host.host).toBe('xn--bcher-kva.example')
  })
})

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

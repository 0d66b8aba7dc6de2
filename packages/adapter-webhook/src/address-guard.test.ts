import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ipv4, ipv4Spellings, isSpecialIpv4, specialIpv4 } from '../test/ipv4-arbitraries.ts'
import {
  createDnsResolver,
  judgeAddress,
  judgeLiteral,
  parseReceiverUrl,
  resolveLocally,
} from './address-guard.ts'

const PRIVATE = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'the end of loopback'],
  ['10.0.0.1', 'a private network'],
  ['10.255.255.255', 'the end of a private network'],
  ['172.16.0.1', 'a private network'],
  ['172.31.255.255', 'the end of a private network'],
  ['192.168.0.1', 'a private network'],
  ['169.254.1.1', 'link-local'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback at length'],
  ['::1', 'loopback without brackets'],
  ['[fe80::1]', 'link-local'],
  ['[febf::1]', 'the end of link-local'],
  ['[fc00::1]', 'unique local'],
  ['[fdff:ffff::1]', 'unique local'],
  ['localhost', 'the machine itself'],
  ['LOCALHOST', 'the machine itself in capitals'],
  ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'the machine itself in circles'],
  ['loc\u00adalhost', 'the machine itself with a soft hyphen'],
  ['localhoſt', 'the machine itself with a long s'],
  ['a.localhost', 'below localhost'],
  ['a.b.LocalHost', 'below localhost'],
  ['printer.local', 'multicast DNS'],
  ['db.internal', 'internal'],
  ['home.arpa', 'a home'],
  ['nas.home.arpa', 'below a home'],
  ['localhost.localdomain', 'a local domain'],
  ['intranet', 'a name without a dot'],
] as const

const NEVER = [
  ['2130706433', 'loopback as one number'],
  ['3232235521', '192.168.0.1 as one number'],
  ['134744072', 'even a public address as one number'],
  ['0x7f000001', 'loopback as one hexadecimal number'],
  ['0X7F000001', 'loopback as one hexadecimal number'],
  ['017700000001', 'loopback as one octal number'],
  ['0x7f.1', 'a short hexadecimal form'],
  ['0x7f.0.0.1', 'a hexadecimal part'],
  ['0x7F.0x0.0x0.0x1', 'hexadecimal parts'],
  ['0177.0.0.1', 'an octal part'],
  ['0177.0000.0000.0001', 'octal parts'],
  ['00000177.1', 'a long octal part'],
  ['127.0.0.01', 'a leading zero'],
  ['010.8.8.8', 'a leading zero in front'],
  ['127.1', 'a short form'],
  ['127.0.1', 'a short form'],
  ['10.1', 'a short form'],
  ['0', 'nothing as one number'],
  ['0x', 'nothing as an empty hexadecimal number'],
  ['0.0', 'nothing in short'],
  ['127.0.0.1.', 'a trailing dot'],
  ['8.8.8.8.', 'a trailing dot after a public address'],
  ['127.0.0.1..', 'two trailing dots'],
  ['127.0.0.256', 'a part too large'],
  ['4294967296', 'a number too large'],
  ['1.2.3.4.5', 'five parts'],
  ['example.0x7f', 'a name that ends in a number'],
  ['１２７.0.0.1', 'full-width digits'],
  ['１２７．０．０．１', 'full-width digits and dots'],
  ['127。0。0。1', 'ideographic dots'],
  ['①②⑦.①', 'circled digits'],
  ['𝟏𝟐𝟕.𝟎.𝟎.𝟏', 'mathematical digits'],
  ['２１３０７０６４３３', 'one number in full-width digits'],
  ['%31%32%37.0.0.1', 'percent-encoded digits'],
  ['localhost%2e', 'a percent-encoded dot'],
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['255.255.255.255', 'broadcast'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'the end of multicast'],
  ['240.0.0.1', 'reserved for ever'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'the end of benchmarking'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.88.99.1', 'the 6to4 relay'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'the end of carrier-grade NAT'],
  ['169.254.169.254', 'cloud metadata'],
  ['169.254.170.2', 'cloud metadata'],
  ['169.254.170.23', 'cloud metadata'],
  ['100.100.100.200', 'cloud metadata'],
  ['168.63.129.16', 'cloud metadata at a public address'],
  ['192.0.0.192', 'cloud metadata'],
  ['[fd00:ec2::254]', 'cloud metadata'],
  ['[fd00:0ec2:0:0::0254]', 'cloud metadata at length'],
  ['[fd20:ce::254]', 'cloud metadata'],
  ['metadata.google.internal', 'cloud metadata by name'],
  ['METADATA.google.INTERNAL', 'cloud metadata by name in capitals'],
  ['metadata', 'cloud metadata by name'],
  ['metadata.goog', 'cloud metadata by name'],
  ['instance-data', 'cloud metadata by name'],
  ['[::]', 'nothing'],
  ['[0::0]', 'nothing'],
  ['::', 'nothing without brackets'],
  ['[::ffff:127.0.0.1]', 'IPv4-mapped'],
  ['[::ffff:7f00:1]', 'IPv4-mapped in hexadecimal'],
  ['[0:0:0:0:0:ffff:7f00:0001]', 'IPv4-mapped at length'],
  ['[::FFFF:10.0.0.1]', 'IPv4-mapped'],
  ['[::ffff:8.8.8.8]', 'IPv4-mapped, of a public address'],
  ['::ffff:127.0.0.1', 'IPv4-mapped without brackets'],
  ['[::127.0.0.1]', 'IPv4-compatible'],
  ['[::7f00:1]', 'IPv4-compatible in hexadecimal'],
  ['[::8.8.8.8]', 'IPv4-compatible, of a public address'],
  ['[::ffff:0:127.0.0.1]', 'IPv4-translated'],
  ['[64:ff9b::127.0.0.1]', 'NAT64'],
  ['[64:ff9b::a9fe:a9fe]', 'NAT64 to cloud metadata'],
  ['[64:ff9b::8.8.8.8]', 'NAT64 of a public address'],
  ['[64:ff9b:1::1]', 'NAT64 of a local network'],
  ['[2002:7f00:1::]', '6to4'],
  ['[2002:c0a8:1::1]', '6to4'],
  ['[2002:808:808::1]', '6to4 of a public address'],
  ['[2001:0:7f00:1::]', 'Teredo'],
  ['[2001::1]', 'Teredo'],
  ['[2001:db8::1]', 'documentation'],
  ['[3fff::1]', 'documentation'],
  ['[2001:2::1]', 'benchmarking'],
  ['[2001:10::1]', 'an overlay identifier'],
  ['[2001:20::1]', 'an overlay identifier'],
  ['[100::1]', 'the discard prefix'],
  ['[ff02::1]', 'multicast'],
  ['[ff0e::1]', 'multicast to all'],
  ['[fec0::1]', 'site-local'],
  ['[5f00::1]', 'segment routing'],
  ['[4000::1]', 'outside of what is routed'],
  ['[fe80::1%eth0]', 'a zone id'],
  ['[fe80::1%25eth0]', 'an encoded zone id'],
  ['fe80::1%lo', 'a zone id without brackets'],
  ['[2606:4700:4700::1111%1]', 'a zone id after a public address'],
  ['localhost.', 'a trailing dot'],
  ['a.localhost.', 'a trailing dot'],
  ['example.com.', 'a trailing dot'],
  ['example..com', 'an empty label'],
  ['.example.com', 'an empty label in front'],
  ['.', 'a dot alone'],
  ['', 'nothing at all'],
  [`${'a'.repeat(64)}.com`, 'a label too long'],
  [`${'a.'.repeat(126)}example`, 'a name too long'],
  ['exa mple.com', 'a space'],
  ['user@example.com', 'a user'],
  ['a,b.example.com', 'a comma'],
  ['*.example.com', 'a star'],
  ['[::1', 'a bracket left open'],
  ['[127.0.0.1]', 'IPv4 in brackets'],
  ['[::1]]', 'a bracket too many'],
  ['xn--.com', 'punycode that is none'],
] as const

const PUBLIC = [
  ['8.8.8.8', 'address'],
  ['1.1.1.1', 'address'],
  ['9.255.255.255', 'address'],
  ['11.0.0.0', 'address'],
  ['100.63.255.255', 'address'],
  ['100.128.0.0', 'address'],
  ['172.15.255.255', 'address'],
  ['172.32.0.0', 'address'],
  ['192.167.255.255', 'address'],
  ['223.255.255.255', 'address'],
  ['[2606:4700:4700::1111]', 'address'],
  ['2606:4700:4700::1111', 'address'],
  ['[2a00:1450:4001:81b::200e]', 'address'],
  ['example.com', 'name'],
  ['hooks.EXAMPLE.com', 'name'],
  ['ｅｘａｍｐｌｅ.com', 'name'],
  ['münchen.example', 'name'],
  ['127.0.0.1.nip.io', 'name'],
  ['localhost.example.com', 'name'],
  ['a_b.example.com', 'name'],
  ['7.example', 'name'],
] as const

describe('the guard, of a host as it is written', () => {
  test.each(PRIVATE)('permits %s (%s) only where private addresses are permitted', (host) => {
    expect(judgeLiteral(host).reach).toBe('private')
  })

  test.each(NEVER)('never permits %s (%s)', (host) => {
    expect(judgeLiteral(host).reach).toBe('never')
    expect(parseReceiverUrl(`http://${host}/hook`, false).ok).toBe(false)
    expect(parseReceiverUrl(`http://${host}/hook`, true).ok).toBe(false)
  })

  test.each([
    'example.com/',
    'example.com:80',
    'example.com?',
    'example.com#',
    '[2606:4700:4700::1111]:80',
    '[2606:4700:4700::1111]:8080',
  ])('takes %s for no host', (text) => {
    expect(judgeLiteral(text).reach).toBe('never')
  })

  test('permits names of up to 253 characters', () => {
    const longest = `${'a.'.repeat(124)}name5`
    expect(longest).toHaveLength(253)
    expect(judgeLiteral(longest).reach).toBe('public')
    expect(judgeLiteral(`a${longest}`).reach).toBe('never')
  })

  test.each(PUBLIC)('takes %s as a public %s', (host, form) => {
    expect(judgeLiteral(host)).toMatchObject({ reach: 'public', form })
  })

  test('writes a name as it is to be resolved', () => {
    expect(judgeLiteral('MÜNCHEN.example').host).toBe('xn--mnchen-3ya.example')
  })

  test('refuses every special IPv4 address in every spelling', () => {
    fc.assert(
      fc.property(specialIpv4.chain(ipv4Spellings), fc.constantFrom('http', 'https'), (host, scheme) => {
        expect(judgeLiteral(host).reach).not.toBe('public')
        expect(parseReceiverUrl(`${scheme}://${host}:8080/hook?a=1`, false).ok).toBe(false)
      }),
    )
  })

  test('takes every other IPv4 address, in its usual spelling only', () => {
    const elsewhere = ipv4.filter((ip) => !isSpecialIpv4(ip))
    fc.assert(
      fc.property(
        elsewhere.chain((ip) => fc.tuple(fc.constant(ip), ipv4Spellings(ip))),
        ([ip, host]) => {
          expect(judgeLiteral(ip)).toEqual({ reach: 'public', form: 'address', host: ip })
          expect(parseReceiverUrl(`http://${ip}/hook`, false).ok).toBe(true)
          if (host !== ip) expect(judgeLiteral(host).reach).toBe('never')
        },
      ),
    )
  })
})

describe('the guard, of an address that a name resolved to', () => {
  test.each([...PRIVATE.map(([host]) => host), ...NEVER.map(([host]) => host)])(
    'does not take %s as public',
    (host) => {
      expect(judgeAddress(host.replace(/^\[|\]$/g, '')).reach).not.toBe('public')
    },
  )

  test.each(['[::1]', '[2606:4700:4700::1111]', 'example.com', '127.1', '8.8.8.8 ', '8.8.8.8/8', '08.8.8.8'])(
    'takes %j for no address',
    (text) => {
      expect(judgeAddress(text)).toMatchObject({ reach: 'never' })
    },
  )

  test('takes exactly the IPv4 addresses that are not special', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, specialIpv4), (ip) => {
        expect(judgeAddress(ip).reach === 'public').toBe(!isSpecialIpv4(ip))
      }),
    )
  })

  test('rejects IPv6 addresses outside of 2000::/3, and those that embed an IPv4 address', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    const anywhere = parts.map((groups) => ({ groups, first: groups[0] ?? 0 }))
    fc.assert(
      fc.property(anywhere, fc.boolean(), ({ groups, first }, isSixToFour) => {
        const written = [isSixToFour ? 0x2002 : first, ...groups.slice(1)]
        const isOutside = isSixToFour || first >> 13 !== 1
        const { reach } = judgeAddress(written.map((group) => group.toString(16)).join(':'))
        if (isOutside) expect(reach).not.toBe('public')
      }),
    )
  })
})

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

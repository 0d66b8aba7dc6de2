import { describe, expect, test } from 'vitest'
import { parseReceiverUrl } from './receiver-url.ts'

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
    [`https://example.com/${'a'.repeat(2048)}`, /longer than 2048/],
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

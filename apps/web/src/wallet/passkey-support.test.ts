import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubPage } from '../../../../test/support/stub-page.ts'

interface Circumstances {
  readonly url?: string
  readonly isSecure?: boolean
  readonly hasPasskeys?: boolean
  readonly isFramed?: boolean
  /** The features that the browser names, and whether the page may use them. */
  readonly policy?: Readonly<Record<string, boolean>>
}

let support: typeof import('./passkey-support.ts')
beforeEach(async () => {
  stubPage()
  support = await import('./passkey-support.ts')
})

/** Where a page can use passkeys. */
function at({ url = 'https://drops.example', isSecure = true, ...more }: Circumstances) {
  const { hasPasskeys = true, isFramed = false, policy } = more
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('isSecureContext', isSecure)
  const features = policy && {
    features: () => Object.keys(policy),
    allowsFeature: (feature: string) => policy[feature],
  }
  vi.stubGlobal('document', features ? { featurePolicy: features } : {})
  const page: { parent?: object; PublicKeyCredential?: object } = hasPasskeys
    ? { PublicKeyCredential: {} }
    : {}
  page.parent = isFramed ? {} : page
  vi.stubGlobal('window', page)
  return [support.takesPasskeys(), support.passkeysNeedTab()]
}

const [CREATE, GET] = ['publickey-credentials-create', 'publickey-credentials-get']
const FRAMED = { isFramed: true }

describe('a page', () => {
  it.each<[string, Circumstances, boolean]>([
    ['with TLS and a host name', {}, true],
    ['on this machine', { url: 'http://localhost:4000' }, true],
    ['without TLS', { url: 'http://drops.example' }, false],
    ['at an IPv4 address', { url: 'https://127.0.0.1' }, false],
    ['at an IPv6 address', { url: 'https://[::1]' }, false],
    ['that is not secure', { isSecure: false }, false],
    ['in a browser without passkeys', { hasPasskeys: false }, false],
    ['that may create and use passkeys', { policy: { [CREATE]: true, [GET]: true } }, true],
    ['that may not create passkeys', { policy: { [CREATE]: false, [GET]: true } }, false],
    ['that may not use passkeys', { policy: { [CREATE]: true, [GET]: false } }, false],
    ['in a browser whose policies do not concern passkeys', { policy: { camera: false } }, true],
  ])('%s takes passkeys: %s', (_, circumstances, takesPasskeys) => {
    expect(at(circumstances)).toEqual([takesPasskeys, false])
  })
})

describe('a page in a frame', () => {
  it.each<[string, Circumstances, boolean]>([
    ['that takes passkeys', {}, false],
    ['that may not use passkeys', { policy: { [GET]: false } }, true],
    ['that could not use passkeys in a tab either', { url: 'https://127.0.0.1' }, false],
  ])('%s needs a tab for passkeys: %s', (_, circumstances, needsTab) => {
    expect(at({ ...FRAMED, ...circumstances })[1]).toBe(needsTab)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { createTabSession, type SignedIn } from './tab-session.ts'

const by = (secret: string): SignedIn => ({ secret, expiresAt: null, walletAddress: null })

let stored: SignedIn | null
let ended: string[]

function openTab() {
  const secrets: (string | null)[] = []
  const heard: string[] = []
  const store = {
    read: () => stored,
    write(next: SignedIn | null) {
      stored = next
    },
  }
  const session = createTabSession(
    store,
    (secret) => void secrets.push(secret),
    async (secret) => void ended.push(secret),
  )
  session.onChange((now, { isElsewhere }) =>
    heard.push(`${now?.secret ?? 'signed out'}${isElsewhere ? ' elsewhere' : ''} by ${secrets.at(-1)}`),
  )
  return { session, secrets, heard }
}

beforeEach(() => {
  stored = by('ds_ann')
  ended = []
})

describe('a tab that follows another', () => {
  it('is signed out with it', () => {
    const [one, other] = [openTab(), openTab()]
    void one.session.end()
    other.session.follow()
    expect(other.session.get()).toBeNull()
    expect(other.heard).toEqual(['signed out elsewhere by null'])
  })

  it('uses the session of another tab that has signed in meanwhile', () => {
    const [one, other] = [openTab(), openTab()]
    one.session.signIn(by('ds_bob'))
    other.session.follow()
    expect(other.heard).toEqual(['ds_bob elsewhere by ds_bob'])
  })

  it('does nothing if nothing else is stored', () => {
    const tab = openTab()
    tab.session.follow()
    expect(tab.heard).toEqual([])
    expect(tab.secrets).toEqual(['ds_ann'])
  })
})

describe('a tab that does not know of another tab’s sign-in', () => {
  it('signs out no other user, ends its own session, and uses the other one', async () => {
    const [stale, other] = [openTab(), openTab()]
    other.session.signIn(by('ds_bob'))
    await stale.session.end()
    expect(stored).toEqual(by('ds_bob'))
    expect(ended).toEqual(['ds_ann'])
    expect(stale.session.get()).toEqual(by('ds_bob'))
  })

  it('keeps the stored session when its own is refused', () => {
    const [stale, other] = [openTab(), openTab()]
    other.session.signIn(by('ds_bob'))
    stale.session.leave()
    expect(stale.heard).toEqual(['ds_bob elsewhere by ds_bob'])
    expect(stored).toEqual(by('ds_bob'))
    expect(ended).toEqual([])
  })
})

it('its own session is removed from the store and ended', async () => {
  const tab = openTab()
  await tab.session.end()
  expect([stored, ended, tab.session.get()]).toEqual([null, ['ds_ann'], null])
})

it('a sign-in and a sign-out are reported as those of this tab', async () => {
  const tab = openTab()
  tab.session.signIn(by('ds_bob'))
  await tab.session.end()
  expect(tab.heard).toEqual(['ds_bob by ds_bob', 'signed out by null'])
})

it('a tab without a session ends none when it signs out, and uses that of another tab', async () => {
  stored = null
  const tab = openTab()
  await tab.session.end()
  expect([stored, ended, tab.secrets]).toEqual([null, [], [null]])
  stored = by('ds_bob')
  tab.session.leave()
  expect([stored, tab.session.get()]).toEqual([by('ds_bob'), by('ds_bob')])
})

it('a listener is not called after it has left', () => {
  const tab = openTab()
  const heard: unknown[] = []
  const stop = tab.session.onChange((now) => heard.push(now))
  stop()
  tab.session.signIn(by('ds_bob'))
  expect(heard).toEqual([])
})

it('an API key stays valid after a sign-out', async () => {
  stored = by('dk_key')
  const tab = openTab()
  await tab.session.end()
  expect([stored, ended]).toEqual([null, []])
})

it('a browser without storage lets a user stay signed in while the page is open', () => {
  stored = null
  const session = createTabSession(
    { read: () => null, write: () => {} },
    () => {},
    async () => {},
  )
  session.signIn(by('ds_ann'))
  expect(session.get()).toEqual(by('ds_ann'))
  session.leave()
  expect(session.get()).toBeNull()
})

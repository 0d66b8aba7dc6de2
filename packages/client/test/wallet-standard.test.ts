import { WalletDeclined } from '@dropkit/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Found {
  readonly name: string
  connect(): Promise<
    | {
        readonly address: string
        signMessage(message: string): Promise<string>
        execute(bytes: string): Promise<string>
        signTransaction?(bytes: string): Promise<string>
      }
    | undefined
  >
}
type FindWallets = (chain: string, onFound: (wallets: readonly Found[]) => void) => () => void

/** Not a literal, because the types of the element need those of a browser. */
const ELEMENT: string = '@dropkit/client/element'
const { findWallets } = (await import(ELEMENT)) as { readonly findWallets: FindWallets }

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Wallets list one account for all chains that it is used on. */
const SUI_ACCOUNT = { address: '0xa11ce', chains: ['iota:mainnet', 'sui:mainnet'] }

function walletWith(features: Readonly<Record<string, unknown>> = {}, accounts: readonly object[] = []) {
  const connect = vi.fn(async () => ({
    accounts: [{ address: 'sol', chains: ['solana:mainnet'] }, SUI_ACCOUNT],
  }))
  return {
    name: 'Pocket',
    accounts,
    features: {
      'standard:connect': { connect },
      'sui:signPersonalMessage': {
        signPersonalMessage: async ({ message }: { message: Uint8Array }) => ({
          signature: `signed ${new TextDecoder().decode(message)}`,
        }),
      },
      'sui:signAndExecuteTransaction': {
        signAndExecuteTransaction: async (input: {
          transaction: { toJSON(): Promise<string> }
          account: object
          chain: string
        }) => ({ digest: `${await input.transaction.toJSON()} on ${input.chain}` }),
      },
      ...features,
    },
  }
}

type Register = (...wallets: readonly object[]) => () => void

/** Announces a wallet as its extension does when it is loaded after the page. */
function announce(wallet: object): () => void {
  let leave = () => {}
  const detail = ({ register }: { readonly register: Register }) => {
    leave = register(wallet)
  }
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return () => leave()
}

/** The lists of names that a search has found, in order. */
function search() {
  const lists: (readonly Found[])[] = []
  const stop = findWallets('sui:testnet', (wallets) => void lists.push(wallets))
  return { stop, lists, names: () => lists.map((wallets) => wallets.map(({ name }) => name)) }
}

describe('a wallet of the browser', () => {
  it('is found whether it is loaded before or after the page, until it leaves', () => {
    page.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ readonly register: Register }>).detail.register({
        ...walletWith(),
        name: 'Early',
      }),
    )
    const { names } = search()
    const leave = announce(walletWith())
    leave()
    expect(names()).toEqual([['Early'], ['Early', 'Pocket'], ['Early']])
  })

  it('is listed once if it announces itself twice', () => {
    const { names, lists } = search()
    const wallet = walletWith()
    for (let times = 0; times < 2; times += 1) announce(wallet)
    expect(names()).toEqual([['Pocket'], ['Pocket']])
    // The button of a wallet stays the same.
    expect(lists[1]?.[0]).toBe(lists[0]?.[0])
  })

  it('is not listed after the search is stopped', () => {
    const { names, stop } = search()
    stop()
    announce(walletWith())
    expect(names()).toEqual([])
  })

  it.each(['standard:connect', 'sui:signPersonalMessage', 'sui:signAndExecuteTransaction'])(
    'is left out without %s',
    (missing) => {
      const { names } = search()
      const { [missing]: _, ...features } = walletWith().features as Record<string, unknown>
      announce({ ...walletWith(), features })
      expect(names()).toEqual([[]])
    },
  )
})

describe('a connected wallet', () => {
  async function connected(wallet: object) {
    const { lists } = search()
    announce(wallet)
    return lists[0]?.[0]?.connect()
  }

  it('signs, and sends on the chain of the page, with its account on Sui', async () => {
    const wallet = await connected(walletWith())
    expect(wallet?.address).toBe('0xa11ce')
    expect(await wallet?.signMessage('hello')).toBe('signed hello')
    expect(await wallet?.execute('AA==')).toBe('AA== on sui:testnet')
    expect(wallet).not.toHaveProperty('signTransaction')
  })

  it('signs transactions without sending them, if it can', async () => {
    const signTransaction = async ({ chain }: { readonly chain: string }) => ({ signature: `for ${chain}` })
    const wallet = await connected(walletWith({ 'sui:signTransaction': { signTransaction } }))
    expect(await wallet?.signTransaction?.('AA==')).toBe('for sui:testnet')
  })

  const withoutAnswer = { 'standard:connect': { connect: async () => ({ accounts: [] }) } }

  it('has an account that it showed before it was connected', async () => {
    expect((await connected(walletWith(withoutAnswer, [SUI_ACCOUNT])))?.address).toBe('0xa11ce')
  })

  it('does not exist without an account on Sui', async () => {
    expect(await connected(walletWith(withoutAnswer))).toBeUndefined()
  })

  it.each([
    ['User rejected the request', true],
    ['Declined', true],
    ['Request cancelled by the user', true],
    ['The user has cancelled', true],
    ['Request was cancelled', false],
    ['Network Error', false],
  ])('that rejects with "%s" counts as declined: %s', async (message, isDeclined) => {
    const signAndExecuteTransaction = () => Promise.reject(new Error(message))
    const wallet = await connected(
      walletWith({ 'sui:signAndExecuteTransaction': { signAndExecuteTransaction } }),
    )
    const thrown = await wallet?.execute('AA==').catch((error: unknown) => error)
    expect(thrown).toMatchObject({ message })
    expect(thrown instanceof WalletDeclined).toBe(isDeclined)
  })
})

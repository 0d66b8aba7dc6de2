// A client that is killed at a chosen moment. What it has already sent takes effect, but it receives and does nothing more.
import type { ClientStorage, Wallet } from '@dropkit/client'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import type { TestServer } from '../support/server.ts'

/** Counts the external actions of a client, and stops it for good at the chosen one. */
export interface Life {
  /** Runs `act`, unless the client is killed before it. Never resolves if the client is killed after it. */
  does<Value>(act: () => Promise<Value>): Promise<Value>
  readonly killed: Promise<'killed'>
  readonly moments: () => number
}

export function lifeUntil(lastMoment: number): Life {
  let moment = 0
  let tellKilled = (_: 'killed') => {}
  const killed = new Promise<'killed'>((resolve) => {
    tellKilled = resolve
  })
  const pass = async () => {
    moment += 1
    if (moment <= lastMoment) return
    tellKilled('killed')
    await new Promise(() => {})
  }
  return {
    killed,
    moments: () => moment,
    async does(act) {
      await pass()
      const value = await act()
      await pass()
      return value
    },
  }
}

export const killableStorage = (inner: ClientStorage, life: Life): ClientStorage => ({
  get: (name) => life.does(() => inner.get(name)),
  putIfAbsent: (name, value) => life.does(() => inner.putIfAbsent(name, value)),
  set: (name, value) => life.does(() => inner.set(name, value)),
  delete: (name) => life.does(() => inner.delete(name)),
})

export const killableFetch =
  (life: Life): typeof fetch =>
  (input, init) =>
    life.does(() => fetch(input, init))

/** A wallet on the fake chain. The same number gives the same wallet. */
export function chainWallet(server: TestServer, number: number, life: Life): Wallet {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, number)
  const keys = Ed25519Keypair.fromSecretKey(seed)
  const address = keys.toSuiAddress()
  return {
    address,
    signMessage: (message) =>
      life.does(async () => (await keys.signPersonalMessage(new TextEncoder().encode(message))).signature),
    execute: (transactionBytes) =>
      life.does(async () => {
        const { status, body } = await server.fakeChain('execute', { sender: address, transactionBytes })
        if (status !== 200) throw new Error(JSON.stringify(body))
        return String(body['txHash'])
      }),
    signTransaction: (transactionBytes) =>
      life.does(async () => (await keys.signTransaction(Buffer.from(transactionBytes, 'base64'))).signature),
  }
}

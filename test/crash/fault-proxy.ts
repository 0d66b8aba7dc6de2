// A proxy between the server and its database that cuts, delays and half-closes connections.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The fault of all connections, including new ones. */
type ProxyFault =
  | { readonly kind: 'none' }
  /** Each packet is delayed by this much, in both directions and in order. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Nothing arrives in either direction, and neither side is notified. */
  | { readonly kind: 'silent' }
  /** Queries arrive, but answers do not. */
  | { readonly kind: 'deaf' }
  /** The next commits are executed, but the connection is cut before their answers are forwarded. */
  | { readonly kind: 'cut-at-commit' }
  /** New connections are refused. */
  | { readonly kind: 'refusing' }

export type FaultProxy = {
  /** The database URL that leads through this proxy. */
  readonly url: string
  readonly setFault: (fault: ProxyFault) => void
  /** Cuts every connection in both directions. Returns their number. */
  readonly cutAll: () => number
  /** Closes the database's side, as if the client had gone, while the server's side stays open. */
  readonly halfCloseAll: () => number
  /** The number of executed commits whose answer was cut off. */
  readonly commitsCut: number
  readonly close: () => Promise<void>
}

type Wire = {
  readonly near: Socket
  readonly far: Socket
  /** A commit is running, and its answer will not be forwarded. */
  isCondemned: boolean
}

const COMMIT = Buffer.from('commit\0')

export const startFaultProxy = async (databaseUrl: string): Promise<FaultProxy> => {
  const target = new URL(databaseUrl)
  const wires = new Set<Wire>()
  const state = { fault: { kind: 'none' } as ProxyFault, commitsCut: 0 }

  const cut = ({ near, far }: Wire) => {
    near.destroy()
    far.destroy()
  }

  const carry = (wire: Wire, from: Socket, to: Socket, direction: 'query' | 'answer') => {
    // Preserves the order of delayed packets: each waits for the one before it.
    let before = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      const { fault } = state
      if (direction === 'query' && fault.kind === 'cut-at-commit' && piece.includes(COMMIT))
        wire.isCondemned = true
      if (direction === 'answer' && wire.isCondemned) {
        state.commitsCut++
        return cut(wire)
      }
      if (fault.kind === 'silent' || (fault.kind === 'deaf' && direction === 'answer')) return
      const delayMs = fault.kind === 'slow' ? fault.delayMs : 0
      const due = delayMs === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs))
      before = Promise.all([before, due]).then(() => void (to.destroyed || to.write(piece)))
    })
    from.on('end', () => void before.then(() => to.end()))
    from.on('error', () => cut(wire))
    from.on('close', () => {
      wires.delete(wire)
      void before.then(() => to.destroySoon())
    })
  }

  const server = createServer((near) => {
    near.on('error', () => {})
    if (state.fault.kind === 'refusing') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const wire: Wire = { near, far, isCondemned: false }
    for (const socket of [near, far]) socket.setNoDelay(true)
    wires.add(wire)
    carry(wire, near, far, 'query')
    carry(wire, far, near, 'answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)

  const onAll = (act: (wire: Wire) => void): number => {
    const count = wires.size
    for (const wire of [...wires]) act(wire)
    return count
  }
  return {
    url: url.href,
    setFault: (fault) => {
      state.fault = fault
    },
    cutAll: () => onAll(cut),
    halfCloseAll: () => onAll(({ far }) => void far.end()),
    get commitsCut() {
      return state.commitsCut
    },
    close: async () => {
      onAll(cut)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

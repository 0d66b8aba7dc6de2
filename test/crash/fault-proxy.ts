// A wire between the server and its database that can be cut, slowed down and half closed.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the wire does with what comes; for new connections too. */
export type Weather =
  | { readonly kind: 'clear' }
  /** Each piece arrives so much later, in both directions and in order. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Nothing arrives any more, in either direction; whoever waits is not told. */
  | { readonly kind: 'silent' }
  /** Queries arrive, and no answers do. */
  | { readonly kind: 'deaf' }
  /** The next commits arrive and are done, and before their answer is passed on the wire is cut. */
  | { readonly kind: 'cut-at-commit' }
  /** Connections are refused as soon as they are made. */
  | { readonly kind: 'refusing' }

export type FaultProxy = {
  /** The database's address by way of this wire. */
  readonly url: string
  readonly setWeather: (weather: Weather) => void
  /** Cuts every connection in both directions at once; gives how many. */
  readonly cutAll: () => number
  /** Says the end to the database alone, as a client does that has gone, while the server's side stays open. */
  readonly halfCloseAll: () => number
  /** How many commits were carried out whose answer was cut off. */
  readonly commitsCut: number
  readonly close: () => Promise<void>
}

type Wire = {
  readonly near: Socket
  readonly far: Socket
  /** A commit is on its way, and its answer will not be passed on. */
  isCondemned: boolean
}

const COMMIT = Buffer.from('commit\0')

export const startFaultProxy = async (databaseUrl: string): Promise<FaultProxy> => {
  const target = new URL(databaseUrl)
  const wires = new Set<Wire>()
  const state = { weather: { kind: 'clear' } as Weather, commitsCut: 0 }

  const cut = ({ near, far }: Wire) => {
    near.destroy()
    far.destroy()
  }

  const carry = (wire: Wire, from: Socket, to: Socket, direction: 'query' | 'answer') => {
    // Of what is slow nothing overtakes anything: each piece waits for the one before it.
    let before = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      const { weather } = state
      if (direction === 'query' && weather.kind === 'cut-at-commit' && piece.includes(COMMIT))
        wire.isCondemned = true
      if (direction === 'answer' && wire.isCondemned) {
        state.commitsCut++
        return cut(wire)
      }
      if (weather.kind === 'silent' || (weather.kind === 'deaf' && direction === 'answer')) return
      const delayMs = weather.kind === 'slow' ? weather.delayMs : 0
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
    if (state.weather.kind === 'refusing') return void near.destroy()
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
    setWeather: (weather) => {
      state.weather = weather
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

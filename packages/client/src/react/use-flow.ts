import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClaimState } from '../claim-flow.ts'
import { claimItems, type ItemsOrder } from '../claim-items.ts'
import type { DropkitClient } from '../client.ts'
import type { EntryOrder, EntryState } from '../entry-flow.ts'
import type { FlowClaim, FlowState } from '../flow.ts'
import type { PaymentOrder, PaymentState } from '../payment-flow.ts'
import type { Refusal, Result } from '../result.ts'
import { type Wallet, walletRefusal } from '../wallet.ts'
import { useClientLater } from './client.ts'

/** An order of a hook: the wallet may be chosen when the flow starts. */
export type HookOrder<Order> = Omit<Order, 'signal' | 'wallet'> & {
  /** The wallet, or a function that lets the user choose it. If it returns none, nothing happens. */
  readonly wallet: Wallet | (() => Promise<Wallet | null | undefined>)
}

export interface FlowOptions<State> {
  /** Called with each state, including those that are too short to be shown. The flow continues after its promise. */
  readonly onState?: (state: State) => unknown
}

export interface FlowHook<State> {
  /** Null before the first state of a run. */
  readonly state: State | null
  readonly isRunning: boolean
  /** Forgets the last run. Does nothing while one runs. */
  readonly reset: () => void
}

type Begin<State> = (
  client: DropkitClient,
  order: { readonly wallet: Wallet; readonly signal: AbortSignal },
) => AsyncIterable<State>

/** Runs one flow at a time. It stops when the component unmounts. */
function useFlow<State extends FlowState>({
  onState,
}: FlowOptions<State>): FlowHook<State> & {
  readonly run: (wallet: HookOrder<object>['wallet'], begin: Begin<State>) => void
} {
  const load = useClientLater()
  const [state, setState] = useState<State | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<{ readonly thrown: unknown } | null>(null)
  const running = useRef<AbortController | null>(null)
  const tell = useRef(onState)
  tell.current = onState
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )
  const run = useCallback(
    (wallet: HookOrder<object>['wallet'], begin: Begin<State>) => {
      if (running.current) return
      const own = new AbortController()
      running.current = own
      setState(null)
      setRunning(true)
      const isOver = () => running.current !== own
      const follow = async () => {
        for await (const next of statesOf(load, wallet, begin, own.signal)) {
          if (isOver()) continue
          setState(next as State)
          await tell.current?.(next as State)
        }
      }
      void follow()
        .catch((thrown: unknown) => isOver() || setFailure({ thrown }))
        .finally(() => {
          if (isOver()) return
          running.current = null
          setRunning(false)
        })
    },
    [load],
  )
  const reset = useCallback(() => {
    if (!running.current) setState(null)
  }, [])
  // Errors that are bugs are thrown to the error boundary.
  if (failure) throw failure.thrown
  return { state, isRunning, run, reset }
}

async function* statesOf<State>(
  load: () => Promise<Result<DropkitClient>>,
  wallet: HookOrder<object>['wallet'],
  begin: Begin<State>,
  signal: AbortSignal,
): AsyncGenerator<State | { readonly kind: 'refused'; readonly refusal: Refusal }, void, undefined> {
  let chosen: Wallet | null | undefined
  try {
    chosen = typeof wallet === 'function' ? await wallet() : wallet
  } catch (error) {
    return yield { kind: 'refused', refusal: walletRefusal(error) }
  }
  if (!chosen || signal.aborted) return
  const client = await load()
  if (client.ok) yield* begin(client.value, { wallet: chosen, signal })
  else yield { kind: 'refused', refusal: client.refusal }
}

export interface ClaimHook extends FlowHook<ClaimState> {
  /** The claims of the last run as they were last seen, in order. */
  readonly claims: readonly FlowClaim[]
  /**
   * Starts a claim, or continues an interrupted one. With a `quantity`, claims that many items one after the other. Does
   * nothing while a claim runs, so a double click makes one claim.
   */
  readonly claim: (order: HookOrder<ItemsOrder>) => void
}

/** Claims from a drop. The flow stops when the component unmounts; the next `claim` continues it. */
export function useClaim(options: FlowOptions<ClaimState> = {}): ClaimHook {
  const [claims, setClaims] = useState(NO_CLAIMS)
  const { run, reset, ...shown } = useFlow<ClaimState>({
    onState(state) {
      if ('claim' in state) setClaims((before) => withClaim(before, state.claim))
      return options.onState?.(state)
    },
  })
  return {
    ...shown,
    claims: shown.state === null ? NO_CLAIMS : claims,
    claim: useCallback(
      ({ wallet, ...order }: HookOrder<ItemsOrder>) =>
        run(wallet, (client, started) => {
          setClaims(NO_CLAIMS)
          return claimItems(client, { ...order, ...started })
        }),
      [run],
    ),
    reset,
  }
}

const NO_CLAIMS: readonly FlowClaim[] = []

const withClaim = (claims: readonly FlowClaim[], claim: FlowClaim): readonly FlowClaim[] => {
  const isKnown = claims.some(({ id }) => id === claim.id)
  return isKnown ? claims.map((known) => (known.id === claim.id ? claim : known)) : [...claims, claim]
}

export interface EntryHook extends FlowHook<EntryState> {
  readonly enter: (order: HookOrder<EntryOrder>) => void
}

/** Enters the lottery of a drop. */
export function useEntry(options: FlowOptions<EntryState> = {}): EntryHook {
  const { run, ...shown } = useFlow<EntryState>(options)
  const enter = useCallback(
    ({ wallet, ...order }: HookOrder<EntryOrder>) =>
      run(wallet, (client, started) => client.enter({ ...order, ...started })),
    [run],
  )
  return { ...shown, enter }
}

export interface PayHook extends FlowHook<PaymentState> {
  readonly pay: (order: HookOrder<PaymentOrder>) => void
}

/** Pays a payment intent, which `usePayment` shows. */
export function usePay(options: FlowOptions<PaymentState> = {}): PayHook {
  const { run, ...shown } = useFlow<PaymentState>(options)
  const pay = useCallback(
    ({ wallet, ...order }: HookOrder<PaymentOrder>) =>
      run(wallet, (client, started) => client.pay({ ...order, ...started })),
    [run],
  )
  return { ...shown, pay }
}

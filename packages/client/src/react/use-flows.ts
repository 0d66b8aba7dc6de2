import { useCallback, useState } from 'react'
import type { ClaimState } from '../claim-flow.ts'
import { claimItems, type ItemsOrder } from '../claim-items.ts'
import type { EntryOrder, EntryState } from '../entry-flow.ts'
import type { FlowClaim } from '../flow-step.ts'
import type { PaymentOrder, PaymentState } from '../payment-flow.ts'
import { type FlowHook, type FlowOptions, type HookOrder, useFlow } from './use-flow.ts'

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
  const [claims, setClaims] = useState<readonly FlowClaim[]>([])
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

import { DropkitProvider, usePay } from '@dropkit/client/react'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconClockOff,
  IconCoins,
  IconWallet,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useSingleMutation } from '../api/changes.ts'
import { flowError, walletOfFlow } from '../api/flow-errors.ts'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { postOrThrow } from '../api/http.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { loadPart } from '../components/lazy-part.ts'
import { useNow } from '../components/use-now.ts'
import { pageData } from '../page/page-data.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { rememberSent, type Wallet, wasSent } from '../wallet/wallet.ts'
import { shortAddress } from '../words/addresses.ts'
import { lacksCoins } from '../words/error-words.ts'
import { inPay } from '../words/messages.ts'
import type { PaymentState } from './payment-state.ts'

/** On the fake chain, gives the paying wallet the due amount of coins. */
function TestCoins({ intent, amount }: { readonly intent: PaymentOnPageFragment; readonly amount: string }) {
  const { walletAddress: address, coinType, amountAtomic } = intent
  const faucet = useSingleMutation({
    mutationFn: () => postOrThrow('/fake-chain/faucet', { address, coinType, amount: amountAtomic }),
  })
  if (faucet.isSuccess)
    return (
      <Text size="sm" c="dimmed" ta="center" role="status">
        {inPay('testCoinsThere', { amount })}
      </Text>
    )
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconCoins size={18} aria-hidden />}
        loading={faucet.isPending}
        onClick={() => faucet.mutate()}
      >
        {inPay('testCoins')}
      </Button>
      {faucet.isError ? <ErrorMessage title={inPay('noCoinsCame')} error={faucet.error} /> : null}
    </>
  )
}

/** The client is loaded when the visitor pays, because the page can be read without it. */
const clientOf = (intentId: string) => async () =>
  (await loadPart(() => import('./payment-client.ts'))).paymentClient(intentId)

interface Props {
  readonly intent: PaymentOnPageFragment
  /** With its currency, for display. */
  readonly amount: string
}

/** Payment with a wallet of this browser, and the reason if it fails. */
export function PayWithWallet(props: Props) {
  const { intentId } = props.intent
  return (
    <DropkitProvider client={useMemo(() => clientOf(intentId), [intentId])}>
      <WalletButton {...props} />
    </DropkitProvider>
  )
}

function WalletButton({ intent, amount }: Props) {
  const { state, pay } = useWalletPayment(intent)
  // Renders again every second, to see whether another tab or the claim page has sent the payment.
  useNow()
  const isUnderWay = state.kind === 'sent' || (state.kind !== 'asking' && wasSent(intent.id, Date.now()))
  if (isUnderWay)
    return (
      <PaymentNotice
        state={{
          mood: 'busy',
          title: inPay('sent'),
          words: inPay('sentText'),
        }}
      />
    )
  return (
    <Stack gap="sm">
      <Button
        size="lg"
        fullWidth
        leftSection={<IconWallet size={20} aria-hidden />}
        loading={state.kind === 'asking'}
        onClick={pay}
      >
        {inPay('payAmount', { amount })}
      </Button>
      {state.kind === 'asking' && state.isInWallet ? (
        <Text size="sm" c="dimmed" ta="center" role="status">
          {inPay('lookAtWallet')}
        </Text>
      ) : null}
      {state.kind === 'wrong_wallet' ? (
        <Alert color="orange" variant="light" title={inPay('wrongWallet')} role="alert">
          <Text size="sm">
            {inPay('wrongWalletText', {
              name: state.wallet.name,
              address: shortAddress(state.wallet.address),
              buyer: shortAddress(intent.walletAddress),
            })}
          </Text>
        </Alert>
      ) : null}
      {state.kind === 'too_poor' ? (
        <Alert color="orange" variant="light" title={inPay('tooPoor')} role="alert">
          <Text size="sm">{inPay('tooPoorText', { amount })}</Text>
        </Alert>
      ) : null}
      {state.kind === 'failed' ? <ErrorMessage title={inPay('notPaid')} error={state.error} /> : null}
      {pageData.chain === 'fake' ? <TestCoins intent={intent} amount={amount} /> : null}
    </Stack>
  )
}

/** The state of the attempt to pay. */
type WalletPayment =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly isInWallet: boolean }
  /** The chosen wallet is not the one that the payment belongs to. */
  | { readonly kind: 'wrong_wallet'; readonly wallet: Wallet }
  | { readonly kind: 'too_poor' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Pays with a wallet: the exact amount with the memo, in a transaction that the server has built. */
function useWalletPayment({ id, walletAddress }: PaymentOnPageFragment) {
  const connect = useConnectWallet()
  const [wrong, setWrong] = useState<Wallet | null>(null)
  const flow = usePay({
    onState: ({ kind }) => (kind === 'confirming_payment' ? rememberSent(id, Date.now()) : undefined),
  })
  const wallet = walletOfFlow(async () => {
    const chosen = await connect('transaction')
    if (chosen === null || chosen.address === walletAddress) return chosen
    setWrong(chosen)
    return null
  })
  return {
    state: stateOf(flow, wrong),
    pay() {
      setWrong(null)
      flow.pay({ paymentIntentId: id, wallet })
    },
  }
}

function stateOf(
  { state, isRunning }: Pick<ReturnType<typeof usePay>, 'state' | 'isRunning'>,
  wrong: Wallet | null,
): WalletPayment {
  // The page shows what became of the payment.
  if (state?.kind === 'refused' && state.refusal.code !== 'PAYMENT_NOT_CONFIRMED') {
    const error = flowError(state.refusal)
    return lacksCoins(error) ? { kind: 'too_poor' } : { kind: 'failed', error }
  }
  if (!isRunning) return wrong === null ? { kind: 'idle' } : { kind: 'wrong_wallet', wallet: wrong }
  return state?.kind === 'confirming_payment'
    ? { kind: 'sent' }
    : { kind: 'asking', isInWallet: state?.kind === 'paying' }
}

const LOOKS: {
  readonly [Mood in PaymentState['mood']]: { readonly color: string; readonly icon: ReactNode }
} = {
  open: { color: 'gray', icon: <IconClock size={20} /> },
  busy: { color: 'blue', icon: <Loader size={18} /> },
  good: { color: 'leaf', icon: <IconCircleCheck size={20} /> },
  care: { color: 'orange', icon: <IconAlertTriangle size={20} /> },
  over: { color: 'gray', icon: <IconClockOff size={20} /> },
}

/** The payment's state. Screen readers announce changes. */
export function PaymentNotice({ state }: { readonly state: PaymentState }) {
  const { color, icon } = LOOKS[state.mood]
  return (
    <div role="status">
      <Alert
        color={color}
        variant="light"
        icon={icon}
        title={state.title}
        role="presentation"
        styles={{ title: { fontSize: 'var(--mantine-font-size-md)' } }}
      >
        <Text size="sm">{state.words}</Text>
      </Alert>
    </div>
  )
}

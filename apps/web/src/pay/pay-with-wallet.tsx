import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { FaultMessage } from '../components/fault-message.tsx'
import { useNow } from '../components/use-now.ts'
import { pageData } from '../page/page-data.ts'
import { wasSent } from '../wallet/sent-transactions.ts'
import { shortAddress } from '../words/short-address.ts'
import { PaymentNotice } from './payment-notice.tsx'
import { TestCoins } from './test-coins.tsx'
import { useWalletPayment } from './use-wallet-payment.ts'

/** The short way: one's own wallet pays, and what stands in its way is said. */
export function PayWithWallet({
  intent,
  amount,
}: {
  readonly intent: PaymentOnPageFragment
  /** With its currency, as it is shown. */
  readonly amount: string
}) {
  const { state, pay } = useWalletPayment(intent)
  // Looks again and again whether another tab, or the page of the drop, has sent it.
  useNow()
  const isUnderWay = state.kind === 'sent' || (state.kind !== 'asking' && wasSent(intent.id, Date.now()))
  if (isUnderWay)
    return (
      <PaymentNotice
        state={{
          mood: 'busy',
          title: 'Under way, waiting for the chain',
          words: 'Your wallet has the payment. This page shows it in a moment: do not pay again.',
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
        Pay {amount}
      </Button>
      {state.kind === 'asking' && state.wallet !== null ? (
        <Text size="sm" c="dimmed" ta="center" role="status">
          Look at your wallet: it asks you to agree.
        </Text>
      ) : null}
      {state.kind === 'wrong_wallet' ? (
        <Alert color="orange" variant="light" title="This is another wallet" role="alert">
          <Text size="sm">
            {state.wallet.name} is {shortAddress(state.wallet.address)}. The items are set aside for{' '}
            {shortAddress(intent.walletAddress)}: pay with that one.
          </Text>
        </Alert>
      ) : null}
      {state.kind === 'too_poor' ? (
        <Alert color="orange" variant="light" title="Not enough coins" role="alert">
          <Text size="sm">This wallet has less than {amount}.</Text>
        </Alert>
      ) : null}
      {state.kind === 'failed' ? <FaultMessage title="Not paid" fault={state.fault} /> : null}
      {pageData.chain === 'fake' ? <TestCoins intent={intent} amount={amount} /> : null}
    </Stack>
  )
}

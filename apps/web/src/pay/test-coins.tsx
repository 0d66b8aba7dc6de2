import { Button, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { postOrThrow } from '../api/post-json.ts'
import { FaultMessage } from '../components/fault-message.tsx'
import { inPay } from '../words/messages.ts'

/** On the fake chain, gives the paying wallet the due amount of coins. */
export function TestCoins({
  intent,
  amount,
}: {
  readonly intent: PaymentOnPageFragment
  readonly amount: string
}) {
  const { walletAddress: address, coinType, amountAtomic } = intent
  const faucet = useMutation({
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
      {faucet.isError ? <FaultMessage title={inPay('noCoinsCame')} fault={faucet.error} /> : null}
    </>
  )
}

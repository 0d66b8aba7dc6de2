import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { TransactionText } from '../../../components/transaction-text.tsx'
import { useNow } from '../../../components/use-now.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { type Transfer, transferInWords } from './payment-words.ts'

/** The state of a refund or payout, with a retry button if it has failed. */
export function TransferState({
  transfer,
  label,
  retry,
}: {
  readonly transfer: Transfer & { readonly id: string; readonly txHash: string | null }
  /** For example `transaction of refund ref_1`. */
  readonly label: string
  readonly retry: {
    readonly isPending: boolean
    readonly error: unknown
    readonly mutate: (variables: { readonly id: string }) => void
  }
}) {
  const words = transferInWords(transfer, useNow(30_000))
  return (
    <>
      {transfer.txHash === null ? null : <TransactionText txHash={transfer.txHash} label={label} />}
      {words === null ? null : (
        <Group gap="sm" w="100%">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words}
          </Text>
          {transfer.status === 'FAILED' ? (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={retry.isPending}
              onClick={() => retry.mutate({ id: transfer.id })}
            >
              {inDropTabs('retry')}
            </Button>
          ) : null}
        </Group>
      )}
      {retry.error ? <ErrorMessage title={inDropTabs('notRetried')} error={retry.error} /> : null}
    </>
  )
}

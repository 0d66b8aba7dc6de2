import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { ApiRefusal } from '../../../api/errors.ts'
import { RefundPaymentDocument } from '../../../api/generated/operations.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { shortAddress } from '../../../words/addresses.ts'
import { inPlainWords } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import {
  coinOf,
  givenBack,
  inCoin,
  inWordsOfChange,
  isOtherCoin,
  refundAmountOf,
  seenOf,
} from './payment-words.ts'
import type { Currency, DropPayment } from './payments-tab.tsx'

const AMOUNT_FIELDS: ReadonlySet<string | undefined> = new Set(['amount', 'amountAtomic'])

/** Refunds a payment, in full or an exact part. */
export function RefundDialog({
  payment,
  currencies,
  isOpen,
  onClose,
}: {
  readonly payment: DropPayment
  readonly currencies: readonly Currency[]
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const change = useChange(RefundPaymentDocument)
  const coin = coinOf(payment, currencies)
  const amount = refundAmountOf(typed, coin.decimals)
  const error = inWordsOfChange(change.error, change.variables?.input.seen, payment, currencies)
  const back = givenBack(payment)
  // The server's limit is in smallest units, so it is converted to whole units.
  const refusedAmount = (refusal: ApiRefusal): string =>
    refusal.code === 'REFUND_EXCEEDS_PAYMENT' && typeof refusal.details['refundable'] === 'string'
      ? inDropTabs('atMostShowCan', { show: show(refusal.details['refundable']) })
      : inPlainWords(refusal)
  const show = (atomic: string | bigint) => inCoin(atomic, coin)
  const isOfAmount =
    error instanceof ApiRefusal && (error.code === 'REFUND_EXCEEDS_PAYMENT' || AMOUNT_FIELDS.has(error.field))
  const close = () => {
    change.reset()
    setTyped('')
    setReason('')
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (amount.kind === 'wrong') return
    const input = {
      paymentIntentId: payment.id,
      seen: seenOf(payment),
      ...(amount.kind === 'part' ? { amountAtomic: amount.amountAtomic } : {}),
      ...(reason.trim() === '' ? {} : { reason }),
    }
    change.mutate(
      { input },
      {
        onSuccess: () => {
          notifications.show({ message: inDropTabs('refundIsOnIts'), color: 'leaf' })
          close()
        },
      },
    )
  }

  return (
    <Modal opened={isOpen} onClose={close} title={inDropTabs('refund')} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="numbers">
            {isOtherCoin(payment) ? `${inDropTabs('cameInAnotherCoin')} ` : null}
            {inDropTabs('cameIn', { amount: show(payment.receivedAtomic) })}{' '}
            {back === 0n ? null : `${inDropTabs('backAlready', { amount: show(back) })} `}
            {inDropTabs('refundGoesTo', {
              address: shortAddress(payment.receivedFrom ?? payment.walletAddress),
            })}
          </Text>
          <AmountInput
            label={inDropTabs('howMuch')}
            placeholder={inDropTabs('everythingThatIsLeft')}
            description={inDropTabs('leaveEmptyToRefund')}
            value={typed}
            onChange={setTyped}
            token={coin}
            error={amount.kind === 'wrong' ? amount.why : isOfAmount ? refusedAmount(error) : null}
            data-autofocus
          />
          <TextInput
            label={inDropTabs('why')}
            description={inDropTabs('forYourRecordsAnd')}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogActions error={isOfAmount ? null : error} closeLabel={inDropTabs('notNow')} onClose={close}>
            <Button type="submit" disabled={amount.kind === 'wrong'} loading={change.isPending}>
              {amount.kind === 'part'
                ? inDropTabs('refundShow', { show: show(amount.amountAtomic) })
                : inDropTabs('refundAllThatIs')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

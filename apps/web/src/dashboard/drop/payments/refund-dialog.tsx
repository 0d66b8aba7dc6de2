import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { ApiRefusal } from '../../../api/api-refusal.ts'
import { useChange } from '../../../api/changes.ts'
import { RefundPaymentDocument } from '../../../api/generated/operations.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { inWholeTokens } from '../../../words/amount.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { cameIn, givenBack, refundAmountOf } from './payment-words.ts'
import type { DropPayment } from './payments-tab.tsx'

const AMOUNT_FIELDS: ReadonlySet<string | undefined> = new Set(['amount', 'amountAtomic'])

/** Gives a payment back, all of it or an exact part. */
export function RefundDialog({
  payment,
  decimals,
  isOpen,
  onClose,
}: {
  readonly payment: DropPayment
  readonly decimals: number
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const change = useChange(RefundPaymentDocument)
  const amount = refundAmountOf(typed, decimals)
  const { error } = change
  const came = cameIn(payment)
  const back = givenBack(payment)
  // The service counts in smallest units; people do not.
  const refusedAmount = (refusal: ApiRefusal): string =>
    refusal.code === 'REFUND_EXCEEDS_PAYMENT' && typeof refusal.details['refundable'] === 'string'
      ? `At most ${show(refusal.details['refundable'])} can be refunded.`
      : inPlainWords(refusal)
  const show = (atomic: string | bigint) => `${inWholeTokens(atomic, decimals)} ${payment.currency}`
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
      ...(amount.kind === 'part' ? { amountAtomic: amount.amountAtomic } : {}),
      ...(reason.trim() === '' ? {} : { reason }),
    }
    change.mutate(
      { input },
      {
        onSuccess: () => {
          notifications.show({ message: 'The refund is on its way.', color: 'leaf' })
          close()
        },
      },
    )
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Refund"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="numbers">
            {came === null ? 'The payment came in another coin' : `${show(came)} came in`}
            {back === 0n ? '.' : `, ${show(back)} of it is back already.`} The refund goes to the wallet that
            sent the payment ({shortAddress(payment.walletAddress)} was expected to pay), in the coin that it
            sent.
          </Text>
          <AmountInput
            label="How much"
            placeholder="Everything that is left"
            description="Leave empty to refund everything that is left"
            value={typed}
            onChange={setTyped}
            token={{ symbol: payment.currency, decimals }}
            error={amount.kind === 'wrong' ? amount.why : isOfAmount ? refusedAmount(error) : null}
            data-autofocus
          />
          <TextInput
            label="Why"
            description="For your records and the payer’s. Optional."
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && !isOfAmount ? <FaultMessage fault={error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Not now
            </Button>
            <Button type="submit" disabled={amount.kind === 'wrong'} loading={change.isPending}>
              {amount.kind === 'part' ? `Refund ${show(amount.amountAtomic)}` : 'Refund all that is left'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

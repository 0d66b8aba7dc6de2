import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { TranslatedError } from '../api/errors.ts'
import { MyReceiptDocument } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { saveFile } from '../components/save-file.ts'
import { inClaiming } from '../words/messages/claiming.ts'

/** Saves the signed receipt of a claim's position in the drop's order of claims. */
export default function ReceiptButton({
  claimId,
  sequence,
}: {
  readonly claimId: string
  readonly sequence: number
}) {
  const save = useMutation({
    mutationFn: async () => {
      const { claim } = await request(MyReceiptDocument, { claimId })
      if (!claim?.receipt) throw new TranslatedError(inClaiming('noReceipt'))
      const text = JSON.stringify(claim.receipt, null, 2)
      saveFile(`receipt-${sequence}.json`, new Blob([text], { type: 'application/json' }))
    },
  })
  return (
    <>
      <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
        {inClaiming('saveReceipt')}
      </Button>
      {save.error ? <ErrorMessage error={save.error} /> : null}
    </>
  )
}

import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CopiedText } from '../components/copied-text.tsx'
import { FaultMessage } from '../components/fault-message.tsx'
import { count } from '../words/amount.ts'
import type { ReceiptVerdict } from './check-receipt.ts'
import { type Receipt, readReceipt } from './read-receipt.ts'

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'failed'; readonly fault: unknown }
  | { readonly kind: 'done'; readonly verdict: ReceiptVerdict; readonly receipt: Receipt }

/** The order of the drop's claims, and whether it still is what a claimer's receipt says. */
export function ReceiptCheck({ dropId, orderHead }: { readonly dropId: string; readonly orderHead: string }) {
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    const receipt = readReceipt(text)
    if (receipt === null) return setState({ kind: 'unreadable' })
    setState({ kind: 'checking' })
    try {
      // It brings the library of signatures.
      const { checkReceipt } = await import('./check-receipt.ts')
      setState({ kind: 'done', verdict: await checkReceipt(dropId, receipt), receipt })
    } catch (fault) {
      setState({ kind: 'failed', fault })
    }
  }

  return (
    <Card withBorder padding="lg">
      <form onSubmit={check}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              The order of claims
            </Title>
            <Text size="sm" c="dimmed">
              The head below follows from all claims in their order. A receipt holds the head after its own
              claim, so it shows any change to that claim or an earlier one.
            </Text>
          </div>
          <CopiedText text={orderHead} label="head of the order" />
          <Textarea
            label="Your receipt"
            description="Paste the file that you saved on the claim page."
            placeholder={'{"text": "dropkit::receipt::v1:…", "publicKey": "…", "signature": "…"}'}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setState({ kind: 'idle' })
            }}
            error={state.kind === 'unreadable' ? 'This is not a receipt.' : undefined}
            minRows={2}
            maxRows={6}
            autosize
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <Button
            type="submit"
            variant="light"
            loading={state.kind === 'checking'}
            disabled={text.trim() === ''}
            style={{ alignSelf: 'flex-start' }}
          >
            Check this receipt
          </Button>
          <Text
            role="status"
            fw={600}
            size="sm"
            data-receipt={state.kind === 'done' ? state.verdict : undefined}
          >
            {state.kind === 'done' ? VERDICTS[state.verdict](state.receipt) : ''}
          </Text>
          {state.kind === 'failed' ? (
            <FaultMessage title="The receipt could not be checked" fault={state.fault} />
          ) : null}
        </Stack>
      </form>
    </Card>
  )
}

const VERDICTS: Readonly<Record<ReceiptVerdict, (receipt: Receipt) => string>> = {
  kept: ({ sequence }) =>
    `Claim ${count(sequence)} is where the receipt says, and the order up to it has the same head.`,
  changed: ({ sequence }) =>
    `Claim ${count(sequence)} is not the one that was recorded: the record was changed here or earlier.`,
  forged: () => 'The key that this receipt names did not sign it.',
  elsewhere: () => 'This receipt is for another drop.',
}

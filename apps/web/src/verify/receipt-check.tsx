import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopiedText } from '../components/copyable.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages.ts'
import type { ReceiptVerdict } from './judge-receipt.ts'
import { type Receipt, readReceipt } from './read-receipt.ts'

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking'; readonly loaded: number; readonly sequence: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'done'; readonly verdict: ReceiptVerdict; readonly receipt: Receipt }

/** The drop's order of claims, and a check whether it still matches a claimer's receipt. */
export function ReceiptCheck({ dropId, orderHead }: { readonly dropId: string; readonly orderHead: string }) {
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    const receipt = readReceipt(text)
    if (receipt === null) return setState({ kind: 'unreadable' })
    const { sequence } = receipt
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const onProgress = (loaded: number) => setState({ kind: 'checking', loaded, sequence })
    onProgress(0)
    try {
      // Loaded on demand, because it contains the signature library.
      const { checkReceipt } = await import('./check-receipt.ts')
      const verdict = await checkReceipt(dropId, receipt, onProgress, signal)
      signal.throwIfAborted()
      setState({ kind: 'done', verdict, receipt })
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error })
    }
  }

  return (
    <Card withBorder padding="lg">
      <form onSubmit={check}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {inVerify('orderOfClaims')}
            </Title>
            <Text size="sm" c="dimmed">
              {inVerify('headBelowFollowsFrom')}
            </Text>
          </div>
          <CopiedText text={orderHead} label={inVerify('headOfOrder')} />
          <Textarea
            label={inVerify('yourReceipt')}
            description={inVerify('pasteFileThatYou')}
            placeholder={'{"text": "dropkit::receipt::v1:…", "publicKey": "…", "signature": "…"}'}
            value={text}
            onChange={(event) => {
              leaving.current.abort()
              setText(event.currentTarget.value)
              setState({ kind: 'idle' })
            }}
            error={state.kind === 'unreadable' ? inVerify('thisIsNotReceipt') : undefined}
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
            {inVerify('checkThisReceipt')}
          </Button>
          <Text
            role="status"
            fw={600}
            size="sm"
            data-receipt={state.kind === 'done' ? state.verdict : undefined}
          >
            {state.kind === 'done' ? VERDICTS[state.verdict](state.receipt) : ''}
            {state.kind === 'checking' && state.loaded > 0
              ? inVerify('countOfCount2', { count: count(state.loaded), count2: count(state.sequence) })
              : ''}
          </Text>
          {state.kind === 'failed' ? (
            <ErrorMessage title={inVerify('receiptCouldNotBe')} error={state.error} />
          ) : null}
        </Stack>
      </form>
    </Card>
  )
}

const VERDICTS: Readonly<Record<ReceiptVerdict, (receipt: Receipt) => string>> = {
  unchanged: ({ sequence, recipient: address }) =>
    [
      inVerify('claimCountIsWhere', { count: count(sequence) }),
      ...(address === null ? [] : [inVerify('claimGoesTo', { address })]),
    ].join(' '),
  changed: ({ sequence }) => inVerify('claimCountIsNot', { count: count(sequence) }),
  forged: () => inVerify('keyThatThisReceipt'),
  unknown_key: () => inVerify('keyIsNotOfDrop'),
  not_known: () => inVerify('keyMayBeOfDrop'),
  elsewhere: () => inVerify('thisReceiptIsFor'),
}

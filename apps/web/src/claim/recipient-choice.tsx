import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { inClaiming } from '../words/messages/claiming.ts'

/** Lets the claimer send the claim to another address, which is shown in whole before the wallet signs for it. */
export default function RecipientChoice({
  recipient,
  onChoose,
}: {
  /** Null: to the connected wallet. */
  readonly recipient: string | null
  readonly onChoose: (address: string | null) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  if (recipient !== null)
    return (
      <Stack gap={4} role="status">
        <Text size="sm">{inClaiming('recipientIs')}</Text>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {recipient}
        </Text>
        <Text size="sm" c="dimmed">
          {inClaiming('recipientSigned')}
        </Text>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onChoose(null)}>
          {inClaiming('recipientNone')}
        </Anchor>
      </Stack>
    )
  if (typed === null)
    return (
      <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setTyped('')}>
        {inClaiming('recipientOther')}
      </Anchor>
    )
  const address = typed.trim().toLowerCase()
  const isAddress = /^0x[0-9a-f]{64}$/.test(address)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isAddress) return
        onChoose(address)
        setTyped(null)
      }}
    >
      <Stack gap="xs">
        <TextInput
          autoFocus
          label={inClaiming('recipient')}
          description={inClaiming('linkAddressHint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isAddress && inClaiming('addressIncomplete')}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="light" disabled={!isAddress}>
          {inClaiming('recipientUse')}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setTyped(null)}>
          {inClaiming('recipientNone')}
        </Anchor>
      </Stack>
    </form>
  )
}

import { Card, Stack, Text, Title } from '@mantine/core'
import { CopiedText } from '../../components/copied-text.tsx'
import { inTokens } from '../../words/messages/tokens.ts'
import { midSentence } from '../../words/translate.ts'
import type { ShownToken } from './supply-card.tsx'

/** The token's address on the chain. */
export function OnChainCard({ token }: { readonly token: ShownToken }) {
  const places = [
    { name: inTokens('coinType'), text: token.coinType },
    { name: inTokens('package'), text: token.packageId },
    { name: inTokens('object'), text: token.address },
  ]
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inTokens('onChain')}
        </Title>
        {places.map(({ name, text }) =>
          text === null ? null : (
            <div key={name}>
              <Text size="sm" c="dimmed">
                {name}
              </Text>
              <CopiedText text={text} label={midSentence(name)} />
            </div>
          ),
        )}
      </Stack>
    </Card>
  )
}

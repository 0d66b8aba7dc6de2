import { Card, Stack, Text, Title } from '@mantine/core'
import { CopiedText } from '../../components/copied-text.tsx'
import type { ShownToken } from './supply-card.tsx'

/** Where a token is found on the chain. */
export function OnChainCard({ token }: { readonly token: ShownToken }) {
  const places = [
    { name: 'Coin type', text: token.coinType },
    { name: 'Package', text: token.packageId },
    { name: 'Object', text: token.address },
  ]
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          On the chain
        </Title>
        {places.map(({ name, text }) =>
          text === null ? null : (
            <div key={name}>
              <Text size="sm" c="dimmed">
                {name}
              </Text>
              <CopiedText text={text} label={name.toLowerCase()} />
            </div>
          ),
        )}
      </Stack>
    </Card>
  )
}

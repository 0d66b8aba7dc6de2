import { Card, List, Stack, Title } from '@mantine/core'

/** The draw in six sentences. */
export function HowDrawsWork({
  hasSupply,
  isOver,
  isByBeacon,
}: {
  /** Whether the number of draws is fixed. */
  readonly hasSupply: boolean
  readonly isOver: boolean
  /** Whether a public beacon takes part. */
  readonly isByBeacon: boolean
}) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          How a draw works
        </Title>
        <List type="ordered" spacing="sm" size="sm" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
          <List.Item>When the drop was made, the service chose a secret number: the seed.</List.Item>
          <List.Item>
            It showed the seed’s fingerprint at once, so that the seed could not be changed any more.
          </List.Item>
          <List.Item>
            {isByBeacon
              ? 'Each amount follows from the seed, the number of the claim, the wallet, and a public round of randomness that was published after the claim.'
              : 'Each amount follows from the seed, the number of the claim and the wallet, and from nothing else.'}
          </List.Item>
          <List.Item>
            {isByBeacon
              ? 'Nobody could know the round when the claim was stored, so nobody could predict or choose an amount.'
              : 'The operator of the service has known the seed all along. This check cannot show that the operator did not choose wallets or their order.'}
          </List.Item>
          <List.Item>
            {hasSupply
              ? 'On average every place gets the same, each later one can still get something, and the last takes the rest.'
              : 'Each draw takes up to about a fiftieth of the pool, by chance, until nothing is left.'}
          </List.Item>
          <List.Item>
            {isOver
              ? 'Now that the drop is over the seed is public, and anybody can recompute every amount, as this page does.'
              : 'When the drop is over the seed becomes public, and anybody can recompute every amount, as this page will.'}
          </List.Item>
        </List>
      </Stack>
    </Card>
  )
}

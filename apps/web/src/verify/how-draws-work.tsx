import { Card, List, Stack, Title } from '@mantine/core'
import { inVerify } from '../words/messages/verify.ts'

/** Explains the draw in six sentences. */
export function HowDrawsWork({
  hasSupply,
  isOver,
  isByBeacon,
}: {
  /** Whether the number of draws is fixed. */
  readonly hasSupply: boolean
  readonly isOver: boolean
  /** Whether the draw uses a public beacon. */
  readonly isByBeacon: boolean
}) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inVerify('howDrawWorks')}
        </Title>
        <List type="ordered" spacing="sm" size="sm" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
          <List.Item>{inVerify('whenDropWasMade')}</List.Item>
          <List.Item>{inVerify('itShowedSeedsFingerprint')}</List.Item>
          <List.Item>
            {isByBeacon ? inVerify('eachAmountFollowsFrom') : inVerify('eachAmountFollowsFromSeed')}
          </List.Item>
          <List.Item>{isByBeacon ? inVerify('roundWasUnknown') : inVerify('operatorOfServiceHas')}</List.Item>
          <List.Item>{hasSupply ? inVerify('onAverageEveryPlace') : inVerify('eachDrawTakesUp')}</List.Item>
          <List.Item>{isOver ? inVerify('nowThatDropIs') : inVerify('whenDropIsOver')}</List.Item>
        </List>
      </Stack>
    </Card>
  )
}

import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { TokenOfCreatorQuery } from '../../api/generated/operations.ts'
import { count, inWholeTokens } from '../../words/amount.ts'
import { inTokens } from '../../words/messages/tokens.ts'
import classes from './supply-card.module.css'

export type ShownToken = NonNullable<TokenOfCreatorQuery['token']>

/** The token's supply and how it is divided. */
export function SupplyCard({ token }: { readonly token: ShownToken }) {
  const shown = (baseUnits: string) => `${inWholeTokens(baseUnits, token.decimals)} ${token.symbol}`
  const reserves =
    BigInt(token.communityDropsReserve) + BigInt(token.publicSaleReserve) + BigInt(token.creatorReserve)
  const parts = [
    { name: inTokens('forDrops'), amount: token.communityDropsReserve, color: 'leaf.7' },
    { name: inTokens('forPublicSale'), amount: token.publicSaleReserve, color: 'blue.6' },
    { name: inTokens('forYourself'), amount: token.creatorReserve, color: 'orange.6' },
    {
      name: inTokens('keptBack'),
      amount: (BigInt(token.totalSupply) - reserves).toString(),
      color: 'gray.6',
    },
  ].filter(({ amount }) => amount !== '0')
  const share = (amount: string) => Number((BigInt(amount) * 10_000n) / BigInt(token.totalSupply)) / 100
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inTokens('supply')}
          </Title>
          <Text fz={28} fw={700} ff="heading" lh={1.3} className={`numbers ${classes['amount']}`}>
            {shown(token.totalSupply)}
          </Text>
          <Text size="sm" c="dimmed" className="numbers">
            {inTokens('countBaseUnitsDecimals', {
              count: count(BigInt(token.totalSupply)),
              decimals: token.decimals,
            })}
          </Text>
        </div>
        {token.isExternal ? (
          <Text size="sm" c="dimmed">
            {inTokens('thisCoinAlreadyExisted')}
          </Text>
        ) : (
          <>
            <Progress.Root size={12} aria-hidden>
              {parts.map(({ name, amount, color }) => (
                <Progress.Section key={name} value={share(amount)} color={color} />
              ))}
            </Progress.Root>
            <Stack gap={6} component="ul" className={classes['parts'] ?? ''}>
              {parts.map(({ name, amount, color }) => (
                <Group key={name} component="li" gap="xs" wrap="nowrap">
                  <span
                    className={classes['dot']}
                    style={{ background: `var(--mantine-color-${color.replace('.', '-')})` }}
                  />
                  <Text size="sm" style={{ flex: 1 }}>
                    {name}
                  </Text>
                  <Text size="sm" fw={600} className="numbers">
                    {shown(amount)}
                  </Text>
                </Group>
              ))}
            </Stack>
          </>
        )}
      </Stack>
    </Card>
  )
}

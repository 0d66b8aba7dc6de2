import {
  Box,
  Button,
  Card,
  Grid,
  Group,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { TokenOfCreatorDocument, type TokenOfCreatorQuery } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { CopiedText } from '../../components/copyable.tsx'
import { TokenPicture } from '../../components/drop-picture.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { EmptyState, RowLink } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { StatusBadge, TokenStatusBadge } from '../../components/status-badge.tsx'
import { count, inWholeTokens } from '../../words/amount.ts'
import { midSentence } from '../../words/language.ts'
import { inTokens } from '../../words/messages/tokens.ts'
import { useMe } from '../creator.ts'
import { DeploymentCard } from './deployment-card.tsx'
import classes from './supply-card.module.css'

const BACK = { to: '/tokens', label: inTokens('tokens') }

/** The largest number of drops that a token's screen shows. */
const MAX_DROPS = 50

/** The drops that give out this token. */
function DropsOfToken({ token }: { readonly token: ShownToken }) {
  return (
    <Card withBorder radius="lg" padding={0}>
      <Group justify="space-between" p="lg" pb={token.drops.length === 0 ? 'xs' : 'md'}>
        <Title order={2} size="h4">
          {inTokens('itsDrops')}
        </Title>
        <Button component={Link} to={`/drops/new?token=${token.id}`} variant="light" size="xs">
          {inTokens('createDrop')}
        </Button>
      </Group>
      {token.drops.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          {inTokens('noDropGivesIt')}
        </Text>
      ) : (
        token.drops.map((drop) => (
          <RowLink
            key={drop.id}
            to={`/drops/${drop.id}`}
            right={
              <>
                <Progress
                  value={drop.percentClaimed}
                  w={70}
                  size={6}
                  visibleFrom="xs"
                  aria-label={inTokens('claimedOfTitle', { title: drop.title })}
                />
                <Box miw={104} ta="end">
                  <StatusBadge status={drop.status} />
                </Box>
              </>
            }
          >
            <Text fw={600} dir="auto" truncate>
              {drop.title}
            </Text>
            <Text size="sm" c="dimmed" className="numbers">
              {inTokens('claims', { claims: drop.claimCount ?? 0 })}
            </Text>
          </RowLink>
        ))
      )}
      {token.drops.length === MAX_DROPS ? (
        <Text size="sm" c="dimmed" p="lg">
          {inTokens('latestMostDropsAll', { MAX_DROPS })}
        </Text>
      ) : null}
    </Card>
  )
}

/** One token: its state, and the drops that give it out. */
export default function TokenScreen() {
  const { id = '' } = useParams()
  const read = useRead(TokenOfCreatorDocument, { id, dropLimit: MAX_DROPS })
  if (read.data?.token) return <Token token={read.data.token} />
  return (
    <>
      <ScreenHead title={inTokens('token')} back={BACK} />
      {read.isPending ? (
        <Stack aria-busy>
          <VisuallyHidden role="status">{inTokens('loadingToken')}</VisuallyHidden>
          <Skeleton height={160} radius="lg" />
          <Skeleton height={160} radius="lg" />
        </Stack>
      ) : read.error ? (
        <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <EmptyState icon={<IconCoins size={28} />} title={inTokens('tokenNotFound')}>
          {inTokens('addressMayBeWrong')}
        </EmptyState>
      )}
    </>
  )
}

/** The token's address on the chain. */
function OnChainCard({ token }: { readonly token: ShownToken }) {
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

function Token({ token }: { readonly token: ShownToken }) {
  const { me } = useMe()
  const isOwn = me?.id === token.creator.id
  return (
    <>
      <ScreenHead
        title={token.name}
        back={BACK}
        beside={<TokenStatusBadge status={token.status} size="lg" />}
        actions={<TokenPicture symbol={token.symbol} imageUrl={token.imageUrl} size={56} />}
      >
        {token.isExternal ? inTokens('symbolFromChain', { symbol: token.symbol }) : token.symbol}
      </ScreenHead>
      {token.description ? (
        <Text mb="lg" maw={700} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {token.description}
        </Text>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {token.status === 'DEPLOYED' ? (
              <OnChainCard token={token} />
            ) : isOwn ? (
              <DeploymentCard tokenId={token.id} hasFailed={token.status === 'FAILED'} />
            ) : null}
            <DropsOfToken token={token} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <SupplyCard token={token} />
        </Grid.Col>
      </Grid>
    </>
  )
}

type ShownToken = NonNullable<TokenOfCreatorQuery['token']>

/** The token's supply and how it is divided. */
function SupplyCard({ token }: { readonly token: ShownToken }) {
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
            {inTokens('coinFromChain')}
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

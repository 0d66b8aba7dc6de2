import { Anchor, Collapse, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import type { CreateTokenInput } from '../../api/generated/operations.ts'
import { AmountInput } from '../../components/amount-input.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inTokens } from '../../words/messages/tokens.ts'
import { leftForDrops, type TokenForm } from './token-form.ts'

/** How the supply is divided when the token is deployed. By default, all of it is for drops. */
export function ReserveFields({
  form,
  token,
  onChange,
  faultAt,
}: {
  readonly form: TokenForm
  readonly token: { readonly symbol: string; readonly decimals: number }
  readonly onChange: (changed: Partial<TokenForm>) => void
  readonly faultAt: (field: keyof CreateTokenInput) => string | undefined
}) {
  const [isOpen, { toggle, open }] = useDisclosure(false)
  const left = leftForDrops(form)
  const saleFault = faultAt('publicSaleReserve')
  const creatorFault = faultAt('creatorReserve') ?? faultAt('communityDropsReserve')
  const hasFault = saleFault !== undefined || creatorFault !== undefined
  useEffect(() => {
    if (hasFault) open()
  }, [hasFault, open])
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" className="numbers">
          {inTokens.rich('amountForDrops', {
            b: (inside) => <b>{inside}</b>,
            amount:
              left === undefined
                ? inTokens('wholeSupply')
                : `${inWholeTokens(left, token.decimals)} ${token.symbol}`,
          })}
        </Text>
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {inTokens('keepPartForYourself')}
        </Anchor>
      </div>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <AmountInput
            label={inTokens('forYourself')}
            description={inTokens('mintedToYourOwn')}
            placeholder="0"
            value={form.creator}
            onChange={(creator) => onChange({ creator })}
            token={token}
            error={creatorFault}
          />
          <AmountInput
            label={inTokens('forPublicSale')}
            description={inTokens('mintedToYourWallet')}
            placeholder="0"
            value={form.publicSale}
            onChange={(publicSale) => onChange({ publicSale })}
            token={token}
            error={saleFault}
          />
        </SimpleGrid>
      </Collapse>
    </Stack>
  )
}

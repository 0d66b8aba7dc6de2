import {
  Anchor,
  Button,
  Center,
  Collapse,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { CreateTokenInput } from '../../api/generated/operations.ts'
import { AmountInput } from '../../components/amount-input.tsx'
import { TokenPicture } from '../../components/drop-picture.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { errorOutsideFields, fieldError } from '../../words/error-words.ts'
import { inTokens } from '../../words/messages/tokens.ts'
import { t } from '../../words/messages.ts'
import { emptyTokenForm, leftForDrops, stepErrors, type TokenForm } from './token-form.ts'

const FIELDS: readonly (keyof CreateTokenInput)[] = [
  'name',
  'symbol',
  'decimals',
  'supply',
  'description',
  'imageUrl',
  'coinType',
  'communityDropsReserve',
  'publicSaleReserve',
  'creatorReserve',
]

/** The fields of a token. Errors are shown after the first attempt to continue. */
export function TokenFormFields({
  isAdopted,
  decimals = emptyTokenForm.decimals,
  isBusy,
  refusal,
  onSubmit,
}: {
  readonly isAdopted: boolean
  /** The initial number of decimals. */
  readonly decimals?: number
  readonly isBusy: boolean
  readonly refusal: unknown
  readonly onSubmit: (form: TokenForm) => void
}) {
  const [typed, setTyped] = useState<Partial<TokenForm>>({})
  const [wasTried, setTried] = useState(false)
  const form: TokenForm = {
    ...emptyTokenForm,
    decimals,
    ...typed,
    coinType: isAdopted ? (typed.coinType ?? '') : null,
  }
  const errors = stepErrors(form)
  const set = (changed: Partial<TokenForm>) => setTyped({ ...typed, ...changed })
  const errorAt = (field: keyof CreateTokenInput) =>
    (wasTried ? errors[field] : undefined) ?? fieldError(refusal, field)
  const beside = errorOutsideFields(refusal, FIELDS)
  const token = { symbol: form.symbol.trim() || t('tokens'), decimals: form.decimals }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(errors).length === 0) onSubmit(form)
      }}
    >
      <Stack gap="lg">
        {isAdopted ? (
          <TextInput
            label={inTokens('coinType')}
            description={inTokens('itsFullNameOn')}
            placeholder="0x2::sui::SUI"
            required
            value={form.coinType ?? ''}
            onChange={({ currentTarget }) => set({ coinType: currentTarget.value })}
            error={errorAt('coinType')}
            spellCheck={false}
            autoComplete="off"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={inTokens('name')}
            placeholder={inTokens('nameExample')}
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={errorAt('name')}
          />
          <TextInput
            label={inTokens('symbol')}
            placeholder={inTokens('symbolExample')}
            required
            maxLength={32}
            value={form.symbol}
            onChange={({ currentTarget }) => set({ symbol: currentTarget.value })}
            error={errorAt('symbol')}
            autoComplete="off"
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={inTokens('decimals')}
            description={isAdopted ? inTokens('decimalsFromChain') : inTokens('decimalPlacesOfOne')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            min={0}
            max={18}
            allowDecimal={false}
            value={form.decimals}
            onChange={(value) => set({ decimals: value === '' ? 0 : Number(value) })}
            error={errorAt('decimals')}
          />
          <AmountInput
            label={inTokens('supplyInWholeTokens')}
            description={inTokens('totalNumberOfTokens')}
            placeholder="1000000"
            required
            value={form.supply}
            onChange={(supply) => set({ supply })}
            token={token}
            error={errorAt('supply')}
          />
        </SimpleGrid>
        {isAdopted ? null : <ReserveFields form={form} token={token} onChange={set} errorAt={errorAt} />}
        <Textarea
          label={inTokens('description')}
          placeholder={inTokens('whatItStandsFor')}
          autosize
          minRows={2}
          maxLength={5_000}
          value={form.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          error={errorAt('description')}
        />
        <PictureField
          maxEdgePx={256}
          label={inTokens('picture')}
          description={inTokens('shownInCircleNext')}
          imageUrl={form.imageUrl}
          onChange={(imageUrl) => set({ imageUrl })}
          error={errorAt('imageUrl')}
          preview={
            <Center h="100%">
              <TokenPicture symbol={form.symbol || form.name} imageUrl={form.imageUrl} size={96} />
            </Center>
          }
        />
        {beside ? <ErrorMessage error={beside} /> : null}
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isBusy}>
            {isAdopted ? inTokens('addCoin') : inTokens('createThisToken')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** How the supply is divided when the token is deployed. By default, all of it is for drops. */
function ReserveFields({
  form,
  token,
  onChange,
  errorAt,
}: {
  readonly form: TokenForm
  readonly token: { readonly symbol: string; readonly decimals: number }
  readonly onChange: (changed: Partial<TokenForm>) => void
  readonly errorAt: (field: keyof CreateTokenInput) => string | undefined
}) {
  const [isOpen, { toggle, open }] = useDisclosure(false)
  const left = leftForDrops(form)
  const saleError = errorAt('publicSaleReserve')
  const creatorError = errorAt('creatorReserve') ?? errorAt('communityDropsReserve')
  const hasError = saleError !== undefined || creatorError !== undefined
  useEffect(() => {
    if (hasError) open()
  }, [hasError, open])
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
            error={creatorError}
          />
          <AmountInput
            label={inTokens('forPublicSale')}
            description={inTokens('mintedToYourWallet')}
            placeholder="0"
            value={form.publicSale}
            onChange={(publicSale) => onChange({ publicSale })}
            token={token}
            error={saleError}
          />
        </SimpleGrid>
      </Collapse>
    </Stack>
  )
}

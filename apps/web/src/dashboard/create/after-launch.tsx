import { Alert, Button, Card, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconExternalLink,
  IconLock,
  IconShare,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { LaunchedDropDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { CopiedText } from '../../components/copyable.tsx'
import { DropPicture } from '../../components/drop-picture.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { claimUrl } from '../../page/page-data.ts'
import { claimPath } from '../../words/addresses.ts'
import { measureOf } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { ruleErrors } from '../gating/rules.ts'
import { shownTime } from './claim-card-preview.tsx'
import type { Draft } from './draft.ts'
import type { DropForm } from './drop-form.ts'
import type { LaunchProgress } from './launch.ts'
import type { Launch } from './use-launch.ts'

/** While the token is not deployed. */
const READ_EVERY_MS = 3_000

/** The created drop: its link and the next actions. */
export function LaunchedScreen({
  drop,
  form,
  onAnother,
}: {
  readonly drop: NonNullable<LaunchProgress['drop']>
  readonly form: DropForm
  readonly onAnother: () => void
}) {
  const link = claimUrl(drop)
  const { data } = useRead(LaunchedDropDocument, { id: drop.id }, { refetchInterval: READ_EVERY_MS })
  const token = data?.drop?.token ?? null
  // Zero or null means that there is no vault on the chain that could pay claims.
  const hasVault = BigInt(data?.drop?.tokenBalance ?? '0') > 0n
  const isVaultMissing = data !== undefined && !hasVault && form.opening !== 'draft'
  const title = {
    now: hasVault ? inCreate('yourDropIsOpen') : inCreate('yourDropIsCreated'),
    later: inCreate('yourDropIsScheduled'),
    draft: inCreate('yourDraftIsSaved'),
  }[form.opening]
  useDocumentTitle(inCreate('titleDropkit', { title }))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const canShare = typeof navigator.share === 'function'
  return (
    <Center py={{ base: 0, sm: 'xl' }}>
      <Card withBorder radius="lg" p={0} w="100%" maw={560}>
        <DropPicture id={drop.id} imageUrl={form.imageUrl} ratio={5 / 2} />
        <Stack gap="lg" p={{ base: 'md', sm: 'xl' }}>
          <Group gap="sm" wrap="nowrap">
            <ThemeIcon radius="xl" size={40} aria-hidden>
              <IconCheck size={22} />
            </ThemeIcon>
            <div>
              <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
                {title}
              </Title>
              <Text c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {drop.title}
              </Text>
            </div>
          </Group>
          <Text size="sm">{followingWords(form)}</Text>
          {form.opening === 'draft' ? null : <CopiedText text={link} label={inCreate('link')} />}
          {isVaultMissing && token !== null && token.status !== 'DEPLOYED' ? (
            <Alert
              variant="light"
              color="orange"
              icon={<IconAlertTriangle size={18} />}
              title={inCreate('noClaimsYet')}
            >
              {inCreate('deployFirst', { symbol: token.symbol })}
              <div>
                <Button component={Link} to={`/tokens/${token.id}`} mt="xs" size="xs">
                  {inCreate('deployToken', { symbol: token.symbol })}
                </Button>
              </div>
            </Alert>
          ) : isVaultMissing ? (
            <Alert
              variant="light"
              color="orange"
              icon={<IconAlertTriangle size={18} />}
              title={inCreate('noClaimsYet')}
            >
              {inCreate('poolIsNotOn')}
            </Alert>
          ) : null}
          <Group gap="sm">
            <Button component={Link} to={`/drops/${drop.id}`}>
              {inCreate('openDrop')}
            </Button>
            {form.opening === 'draft' ? null : (
              <Button
                component="a"
                href={claimPath(drop)}
                target="_blank"
                variant="default"
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                {inCreate('seeClaimPage')}
              </Button>
            )}
            {canShare && form.opening !== 'draft' ? (
              <Button
                variant="default"
                leftSection={<IconShare size={16} aria-hidden />}
                onClick={() => void navigator.share({ title: drop.title, url: link }).catch(() => {})}
              >
                {inCreate('share')}
              </Button>
            ) : null}
            <Button variant="subtle" onClick={onAnother}>
              {inCreate('createAnother')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </Center>
  )
}

function followingWords({ opening, startsAt, gating }: DropForm): string {
  const hasRules = gating.rules.length > 0
  if (opening === 'draft') return inCreate(hasRules ? 'onlyYouRulesSet' : 'onlyYou')
  if (opening === 'later' && startsAt !== null)
    return inCreate(hasRules ? 'opensForWallets' : 'opensForAnyone', { time: shownTime(startsAt) })
  return inCreate(hasRules ? 'shareForWallets' : 'shareForAnyone')
}

/** A drop that was created, but whose rules were not set or which was not opened: what happened, and how to continue. */
export function StoppedLaunch({ draft, launch }: { readonly draft: Draft; readonly launch: Launch }) {
  const { form, progress } = draft
  const { rules } = form.gating
  const areRulesMissing = !progress.haveRulesBeenSet
  const own = ruleErrors(rules)
  const errors = { ...own, ...draft.refused }
  // Only drops with rules can stop here. Without rules, the drop would open to all wallets, which the creator did not
  // choose.
  const canGoOn = !areRulesMissing || (rules.length > 0 && Object.keys(own).length === 0)
  if (launch.isRunning && !launch.error)
    return (
      <Card withBorder p="xl">
        <Text role="status">{areRulesMissing ? inCreate('settingRules') : inCreate('openingDrop')}</Text>
      </Card>
    )
  return (
    <Card withBorder p={{ base: 'md', sm: 'xl' }} maw={820}>
      <Stack gap="lg">
        <Title order={2} size="h3">
          {inCreate('oneStepIsLeft')}
        </Title>
        <Alert variant="light" color="blue" icon={<IconLock size={18} />} title={inCreate('noClaimsYet')}>
          {inCreate(areRulesMissing ? 'draftWithoutRules' : 'draftWithRules', {
            title: progress.drop?.title ?? '',
          })}
        </Alert>
        {launch.error ? (
          <ErrorMessage
            error={launch.error}
            title={areRulesMissing ? inCreate('rulesCouldNotBe') : inCreate('dropCouldNotBe')}
          />
        ) : null}
        {areRulesMissing ? (
          <GatingEditor
            value={form.gating}
            onChange={(gating) => draft.change({ gating })}
            token={measureOf(form)}
            errors={errors}
            isNeeded
          />
        ) : null}
        <Group justify="space-between">
          <Button component={Link} to={`/drops/${progress.drop?.id}`} variant="default">
            {inCreate('openDraft')}
          </Button>
          <Button
            loading={launch.isRunning}
            disabled={!canGoOn}
            onClick={launch.start}
            rightSection={<IconArrowRight size={16} />}
          >
            {areRulesMissing ? inCreate('setRulesAndContinue') : inCreate('tryAgain')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

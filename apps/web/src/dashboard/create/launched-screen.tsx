import { Alert, Button, Card, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCheck, IconExternalLink, IconInfoCircle, IconShare } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { CopiedText } from '../../components/copied-text.tsx'
import { DropPicture } from '../../components/drop-picture.tsx'
import { claimUrl } from '../../page/claim-url.ts'
import { claimPath } from '../../words/claim-path.ts'
import { shownTime } from './card-words.ts'
import type { DropForm } from './drop-form.ts'
import type { LaunchProgress } from './launch.ts'

/** The drop is there: its link, and where to go from here. */
export function LaunchedScreen({
  drop,
  form,
  chain,
  onAnother,
}: {
  readonly drop: NonNullable<LaunchProgress['drop']>
  readonly form: DropForm
  readonly chain: string
  readonly onAnother: () => void
}) {
  const link = claimUrl(drop)
  const title = { now: 'Your drop is live', later: 'Your drop is scheduled', draft: 'Your draft is saved' }[
    form.opening
  ]
  useDocumentTitle(`${title} · Dropkit`)
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
              <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {drop.title}
              </Text>
            </div>
          </Group>
          <Text size="sm">{followingWords(form)}</Text>
          {form.opening === 'draft' ? null : <CopiedText text={link} label="link" />}
          {chain === 'sui' ? (
            <Alert variant="light" icon={<IconInfoCircle size={18} />}>
              Before the first claim the pool has to be on the chain. The drop’s page shows when it is there,
              and what it still lacks.
            </Alert>
          ) : null}
          <Group gap="sm">
            <Button component={Link} to={`/drops/${drop.id}`}>
              Open the drop
            </Button>
            {form.opening === 'draft' ? null : (
              <Button
                component="a"
                href={claimPath(drop)}
                target="_blank"
                variant="default"
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                See the claim page
              </Button>
            )}
            {canShare && form.opening !== 'draft' ? (
              <Button
                variant="default"
                leftSection={<IconShare size={16} aria-hidden />}
                onClick={() => void navigator.share({ title: drop.title, url: link }).catch(() => {})}
              >
                Share
              </Button>
            ) : null}
            <Button variant="subtle" onClick={onAnother}>
              Create another
            </Button>
          </Group>
        </Stack>
      </Card>
    </Center>
  )
}

function followingWords({ opening, startsAt, gating }: DropForm): string {
  const hasRules = gating.rules.length > 0
  if (opening === 'draft')
    return `Only you can see it. Open it when you are ready.${hasRules ? ' Your rules are set.' : ''}`
  const who = hasRules ? 'whoever fulfils your rules can claim' : 'whoever opens it can claim'
  if (opening === 'later' && startsAt !== null)
    return `It opens by itself on ${shownTime(startsAt)}. Share the link whenever you like: from then on ${who}.`
  return `Share the link: ${who}.`
}

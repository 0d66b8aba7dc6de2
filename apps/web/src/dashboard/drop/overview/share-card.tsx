import { Group, Stack, Text } from '@mantine/core'
import { CodeBlock } from '../../../components/code-block.tsx'
import { QrCode } from '../../../components/qr-code.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { claimUrl } from '../../../page/claim-url.ts'
import { pageData } from '../../../page/page-data.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../card.tsx'
import { ClaimLink } from '../head/claim-link.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { embedSnippet } from './embed-snippet.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The ways to share the drop. */
export function ShareCard({ drop }: { readonly drop: ShownDrop }) {
  const url = claimUrl(drop)
  return (
    <Card title={inDrop('share')} hint={inDrop('everybodyWithThisLink')}>
      <Stack gap="sm">
        <ClaimLink drop={drop} />
        <Group>
          <ShareButton drop={drop} variant="light" />
        </Group>
        <QrCode url={url} label={inDrop('qrCodeOfClaim')} />
        <Text size="sm">{inDrop('linkForPageOf')}</Text>
        <CodeBlock label={inDrop('link')} text={`<a href="${url}">${escaped(drop.title)}</a>`} />
        <Text size="sm">{inDrop(drop.embedOrigins.length === 0 ? 'embedNowhere' : 'embedOnYourSite')}</Text>
        {drop.embedOrigins.length === 0 ? null : (
          <CodeBlock
            label={inDrop('embed')}
            text={embedSnippet({
              publicUrl: pageData.publicUrl,
              shortcode: drop.shortcode ?? drop.id,
              title: drop.title,
            })}
          />
        )}
      </Stack>
    </Card>
  )
}

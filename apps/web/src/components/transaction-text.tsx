import { ActionIcon, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { pageData } from '../page/page-data.ts'
import { shortAddress, transactionUrl } from '../words/addresses.ts'
import { t } from '../words/messages.ts'
import { CopiedText } from './copyable.tsx'

/** A transaction's hash with a copy button and a link to a block explorer. */
export function TransactionText({ txHash, label }: { readonly txHash: string; readonly label: string }) {
  const url = transactionUrl(pageData, txHash)
  return (
    <Group gap={0} wrap="nowrap" component="span">
      <CopiedText text={txHash} shown={shortAddress(txHash)} label={label} />
      {url === null ? null : (
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          color="gray"
          title={t('blockExplorer')}
          aria-label={t('showInExplorer', { name: label })}
        >
          <IconExternalLink size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { addressForTab } from '../page/links.ts'
import { t } from '../words/messages.ts'

/** Says why something does not work in this frame, and opens the page in a tab, where it does. */
export const OpenInTab = ({ why }: { readonly why: string }) => (
  <Stack gap="xs" mt="xs">
    <Text size="sm">{why}</Text>
    <Button
      component="a"
      href={addressForTab()}
      target="_blank"
      rel="noopener"
      variant="light"
      leftSection={<IconExternalLink size={18} aria-hidden />}
    >
      {t('openInTab')}
    </Button>
  </Stack>
)

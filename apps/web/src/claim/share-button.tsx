import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconShare } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { claimUrl } from '../page/claim-url.ts'

/** Tells others of a drop: by the phone's own sheet, or by a link to paste. */
export function ShareButton({
  drop,
}: {
  readonly drop: Pick<ClaimableDropFragment, 'id' | 'shortcode' | 'title'>
}) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const url = claimUrl(drop)
  const share = async () => {
    if (!('share' in navigator)) return copy(url)
    // Whoever closes the sheet again has not failed.
    await navigator.share({ title: drop.title, url }).catch(() => {})
  }
  return (
    <Button
      variant="light"
      fullWidth
      onClick={share}
      leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconShare size={18} aria-hidden />}
    >
      {copied ? 'Link copied' : 'Share this drop'}
    </Button>
  )
}

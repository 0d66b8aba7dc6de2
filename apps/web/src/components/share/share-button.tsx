import { Button, type ButtonProps } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { claimUrl } from '../../page/page-data.ts'
import { t } from '../../words/messages.ts'
import { lazyPart } from '../lazy-part.ts'

// Loaded on demand, because its dialog, icons and QR code are not needed at first.
const ShareDialog = lazyPart(() => import('./share-dialog.tsx'))

/** Opens the dialog that shares a drop. */
export function ShareButton({
  drop,
  ...look
}: {
  readonly drop: Parameters<typeof claimUrl>[0] & { readonly title: string }
} & Pick<ButtonProps, 'variant' | 'fullWidth' | 'size' | 'px'>) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button {...look} onClick={open} leftSection={<IconShare size={18} aria-hidden />}>
        {t('shareDrop')}
      </Button>
      {wasOpened ? (
        <Suspense>
          <ShareDialog
            title={drop.title}
            url={claimUrl(drop)}
            fileName={drop.shortcode ?? drop.id}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

import { ThemeIcon } from '@mantine/core'
import {
  IconAdjustments,
  IconCalendarUser,
  IconCoins,
  IconHistory,
  IconListCheck,
  IconPhotoStar,
  IconRepeat,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<string, typeof IconCoins>> = {
  wallet_allowlist: IconListCheck,
  token_balance: IconCoins,
  nft_ownership: IconPhotoStar,
  claimed_drop: IconHistory,
  claim_count: IconRepeat,
  account_age_days: IconCalendarUser,
}

/** The icon of a kind of rule. */
export function KindIcon({ kind }: { readonly kind: string | undefined }) {
  const Icon = ICONS[kind ?? ''] ?? IconAdjustments
  return (
    <ThemeIcon variant="light" size="lg" radius="md" aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  )
}

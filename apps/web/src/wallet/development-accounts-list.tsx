import { Avatar, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { t } from '../words/messages.ts'
import { shortAddress } from '../words/short-address.ts'
import {
  addDevelopmentAccount,
  type DevelopmentAccount,
  developmentAccounts,
} from './development-accounts.ts'
import { developmentWallet } from './development-wallet.ts'
import type { Wallet } from './wallet.ts'
import classes from './wallet-list.module.css'

/** The accounts of the development wallet, with a button that creates another one. */
export function DevelopmentAccounts({ onChosen }: { readonly onChosen: (wallet: Wallet) => void }) {
  const [isMaking, setMaking] = useState(false)
  const accounts = developmentAccounts()
  const choose = (account: DevelopmentAccount) => onChosen(developmentWallet(account))
  const make = async () => {
    setMaking(true)
    choose(await addDevelopmentAccount())
  }

  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('testChain')}
      </Text>
      {accounts.map((account) => (
        <UnstyledButton key={account.address} className={classes['wallet']} onClick={() => choose(account)}>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={account.name} color="initials" radius="xl" size="md" aria-hidden />
            <div>
              <Text fw={600}>{account.name}</Text>
              <Text size="xs" c="dimmed" ff="monospace">
                {shortAddress(account.address)}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      ))}
      <Button
        variant={accounts.length === 0 ? 'filled' : 'light'}
        size="md"
        loading={isMaking}
        onClick={make}
      >
        {t(accounts.length === 0 ? 'createTestWallet' : 'anotherTestWallet')}
      </Button>
    </Stack>
  )
}

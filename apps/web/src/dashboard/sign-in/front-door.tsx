import { Group, Stack, Text } from '@mantine/core'
import { IconBolt, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { DrawnDrops } from './drawn-drops.tsx'
import classes from './sign-in.module.css'

/** Explains Dropkit to new users. */
export function FrontDoor() {
  return (
    <section className={classes['door']} aria-label={inDashboard('whatDropkitIs')}>
      <Brand size={30} />
      <div className={classes['picture']}>
        <DrawnDrops />
      </div>
      <Stack gap="lg" maw={460}>
        <p className={classes['promise']}>{inDashboard('giveThingsAwayExactly')}</p>
        <Stack gap="md" className={classes['points'] ?? ''}>
          <Point icon={<IconUsers size={20} />} title={inDashboard('poolAndWhoMay')}>
            {inDashboard('putTokensOrNfts')}
          </Point>
          <Point icon={<IconShieldCheck size={20} />} title={inDashboard('eachShareOnceTo')}>
            {inDashboard('evenWhenHundredThousand')}
          </Point>
          <Point icon={<IconBolt size={20} />} title={inDashboard('watchItGo')}>
            {inDashboard('shareOneLinkAnd')}
          </Point>
        </Stack>
      </Stack>
    </section>
  )
}

function Point({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children: string
}) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <span className={classes['pointIcon']}>{icon}</span>
      <div>
        <Text fw={650} className={classes['pointTitle'] ?? ''}>
          {title}
        </Text>
        <Text size="sm" className={classes['pointText'] ?? ''}>
          {children}
        </Text>
      </div>
    </Group>
  )
}

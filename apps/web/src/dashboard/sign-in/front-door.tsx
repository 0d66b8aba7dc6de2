import { Group, Stack, Text } from '@mantine/core'
import { IconBolt, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'
import { DrawnDrops } from './drawn-drops.tsx'
import classes from './sign-in.module.css'

/** What Dropkit is, to somebody who sees it for the first time. */
export function FrontDoor() {
  return (
    <section className={classes['door']} aria-label="What Dropkit is">
      <Brand size={30} />
      <div className={classes['picture']}>
        <DrawnDrops />
      </div>
      <Stack gap="lg" maw={460}>
        <p className={classes['promise']}>Give things away. Exactly.</p>
        <Stack gap="md" className={classes['points'] ?? ''}>
          <Point icon={<IconUsers size={20} />} title="A pool, and who may claim">
            Put tokens or NFTs behind rules: a wallet list, a balance, a day’s streak.
          </Point>
          <Point icon={<IconShieldCheck size={20} />} title="Each share once, to the last unit">
            Even when a hundred thousand people arrive in the same second.
          </Point>
          <Point icon={<IconBolt size={20} />} title="Watch it go">
            Share one link, and see every claim as it happens.
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

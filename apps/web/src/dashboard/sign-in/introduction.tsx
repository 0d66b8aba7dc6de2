import { Group, Stack, Text } from '@mantine/core'
import { IconBolt, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '../../components/page-frame.tsx'
import { inDashboard } from '../../words/messages.ts'
import classes from './sign-in.module.css'

const DROP = 'M0-30C16-10 25 2 25 15A25 25 0 0 1-25 15C-25 2-16-10 0-30Z'

/** Positions of the small drops, one for each claimer. */
const FALLING = [
  { x: 70, y: 176, size: 0.42 },
  { x: 142, y: 204, size: 0.54 },
  { x: 216, y: 190, size: 0.46 },
  { x: 290, y: 210, size: 0.58 },
  { x: 362, y: 178, size: 0.42 },
] as const

/** A drawing of a pool that is given out in equal drops. */
function DrawnDrops() {
  return (
    <svg viewBox="0 0 432 290" aria-hidden="true" width="100%">
      <g fill="none" stroke="#c9f26b" strokeOpacity="0.35" strokeWidth="1.5" strokeDasharray="3 6">
        {FALLING.map(({ x, y }) => (
          <path key={x} d={`M216 112C216 150 ${x} 128 ${x} ${y - 26}`} />
        ))}
      </g>
      <g transform="translate(216 66)">
        <circle r="62" fill="#c9f26b" opacity="0.1" />
        <path d={DROP} transform="scale(1.5)" fill="#c9f26b" />
        <path
          d="M-16 26a20 20 0 0 0 14 15"
          fill="none"
          stroke="#0b3d2d"
          strokeOpacity="0.5"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      {FALLING.map(({ x, y, size }) => (
        <g key={x}>
          <path d={DROP} transform={`translate(${x} ${y}) scale(${size})`} fill="#fff" fillOpacity="0.92" />
          <ellipse cx={x} cy={262} rx={34 * size + 10} ry={7 * size + 2} fill="#fff" fillOpacity="0.14" />
          <ellipse
            cx={x}
            cy={262}
            rx={52 * size + 16}
            ry={12 * size + 3}
            fill="none"
            stroke="#fff"
            strokeOpacity="0.12"
            strokeWidth="1.5"
          />
        </g>
      ))}
    </svg>
  )
}

/** Explains Dropkit to new users. */
export function Introduction() {
  return (
    <section className={classes['introduction']} aria-label={inDashboard('whatDropkitIs')}>
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

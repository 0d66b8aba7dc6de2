import { Anchor } from '@mantine/core'
import {
  IconBrandDiscord,
  IconBrandGithub,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
} from '@tabler/icons-react'
import { inCreator } from '../words/messages/creator.ts'
import classes from './creator-page.module.css'
import { shownLink } from './shown-link.ts'

const ICONS = {
  'x.com': IconBrandX,
  'twitter.com': IconBrandX,
  't.me': IconBrandTelegram,
  'discord.gg': IconBrandDiscord,
  'discord.com': IconBrandDiscord,
  'github.com': IconBrandGithub,
  'instagram.com': IconBrandInstagram,
  'youtube.com': IconBrandYoutube,
} as const

const isKnown = (host: string): host is keyof typeof ICONS => Object.hasOwn(ICONS, host)

/** The links of a creator. Each shows the host that it leads to. */
export function CreatorLinks({ links }: { readonly links: readonly string[] }) {
  return (
    <ul className={classes['links']} aria-label={inCreator('links')}>
      {links.map((link) => {
        const { host, text } = shownLink(link)
        const Icon = isKnown(host) ? ICONS[host] : IconWorld
        return (
          <li key={link}>
            <Anchor
              href={link}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              size="sm"
              dir="ltr"
              className={classes['outside'] ?? ''}
            >
              <Icon size={16} aria-hidden /> {text}
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}

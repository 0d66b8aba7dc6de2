import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import {
  IconBan,
  IconCalendar,
  IconDots,
  IconFlag,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { serviceNow } from '../../../page/page-data.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { ConfirmMove } from './confirm-move.tsx'
import { DeleteDrop } from './delete-drop.tsx'
import { type Move, type MoveName, movesOf } from './moves.ts'
import { useMoves } from './use-moves.ts'

const ICONS: Readonly<Record<MoveName, ReactNode>> = {
  open: <IconPlayerPlay size={17} />,
  schedule: <IconCalendar size={17} />,
  resume: <IconPlayerPlay size={17} />,
  pause: <IconPlayerPause size={17} />,
  reopen: <IconPlayerPlay size={17} />,
  end: <IconFlag size={17} />,
  cancel: <IconBan size={17} />,
}

const needsWords = ({ name, consequences }: Move): boolean => consequences.length > 0 || name === 'reopen'

/** The actions for the whole drop: the most likely one as a button, the others in a menu. */
export function DropActions({ drop }: { readonly drop: ShownDrop }) {
  const [asked, setAsked] = useState<Move | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const moves = useMoves(drop)
  const [first, ...others] = movesOf(drop, serviceNow())
  const begin = (move: Move) => (needsWords(move) ? setAsked(move) : moves.make(move, null))
  const isFirstShown = first !== undefined && first.name !== 'cancel'
  const inMenu = isFirstShown ? others : movesOf(drop, serviceNow())

  return (
    <Group gap="xs" wrap="nowrap">
      {isFirstShown ? (
        <Button
          leftSection={ICONS[first.name]}
          variant={first.name === 'pause' ? 'default' : 'filled'}
          // The second click of a double click would undo the first: Pause becomes Resume in the same place.
          onClick={({ detail }) => detail > 1 || begin(first)}
          loading={moves.isPending && asked === null}
        >
          {first.label}
        </Button>
      ) : null}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={inDrop('moreToDoWith')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inMenu.map((move) => (
            <Menu.Item
              key={move.name}
              leftSection={ICONS[move.name]}
              {...(move.isForGood ? { color: 'red' } : {})}
              onClick={() => begin(move)}
            >
              {move.label}
            </Menu.Item>
          ))}
          {inMenu.length === 0 ? null : <Menu.Divider />}
          <Menu.Item leftSection={<IconTrash size={17} />} color="red" onClick={() => setDeleting(true)}>
            {inDrop('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmMove drop={drop} move={asked} moves={moves} onClose={() => setAsked(null)} />
      <DeleteDrop drop={drop} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Group>
  )
}

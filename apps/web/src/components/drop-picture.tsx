import { Avatar } from '@mantine/core'
import { useId, useState } from 'react'
import { pictureSources, shownPicture } from '../page/shown-picture.ts'
import classes from './components.module.css'

/**
 * A drop's picture, or a drawing that is derived from its id and never changes. Pictures of other hosts are not loaded
 * unless the server allows those hosts, so that no third party learns who views a drop.
 */
export function DropPicture({
  id,
  imageUrl,
  ratio = 16 / 9,
  widthPx = 640,
}: {
  readonly id: string
  readonly imageUrl: string | null
  readonly ratio?: number
  /** The largest width at which it is shown, in CSS pixels. */
  readonly widthPx?: number
}) {
  // If the server is too busy to resize the picture, its original size is loaded.
  const [failures, setFailures] = useState(0)
  const shown = [pictureSources(imageUrl, widthPx), original(imageUrl)][failures]
  return (
    <div className={classes['pictureFrame']} style={{ aspectRatio: ratio }}>
      {shown == null ? (
        <DrawnPicture id={id} />
      ) : (
        <img
          {...shown}
          alt=""
          decoding="async"
          className={classes['picture']}
          onError={() => setFailures(failures + 1)}
        />
      )}
    </div>
  )
}

const original = (imageUrl: string | null) => {
  const src = shownPicture(imageUrl)
  return src === null ? null : { src }
}

/** A 32-bit hash in which each bit depends on every character, because consecutive ids differ in only a few characters. */
function mixed(text: string): number {
  let bits = 0x811c9dc5
  for (const letter of text) bits = Math.imul(bits ^ letter.charCodeAt(0), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  return (bits ^ (bits >>> 13)) >>> 0
}

/** Start hues of the gradient, which goes on to a warmer hue. Browns are excluded. */
const HUES = [132, 158, 186, 206, 232, 262, 296, 332]

function DrawnPicture({ id }: { readonly id: string }) {
  const gradient = useId()
  const seed = mixed(id)
  const hue = HUES[seed % HUES.length] ?? 158
  const next = (hue + 40 + ((seed >>> 4) % 50)) % 360
  const circles = Array.from({ length: 5 }, (_, index) => {
    const bits = (seed >>> (index * 5)) & 31
    return {
      x: 30 + ((bits * 47 + index * 71) % 260),
      y: 10 + ((bits * 29 + index * 43) % 160),
      r: 18 + bits * 1.7,
    }
  })
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className={classes['picture']}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 62% 34%)`} />
          <stop offset="1" stopColor={`hsl(${next} 68% 52%)`} />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill={`url(#${gradient})`} />
      {circles.map(({ x, y, r }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${r / 16})`} opacity="0.22">
          <path d="M0-16c9 11 14 17 14 24a14 14 0 0 1-28 0c0-7 5-13 14-24Z" fill="#fff" />
        </g>
      ))}
    </svg>
  )
}

/** A token's picture, or the first letters of its symbol. */
export function TokenPicture({
  symbol,
  imageUrl,
  size = 40,
}: {
  readonly symbol: string
  readonly imageUrl: string | null
  readonly size?: number
}) {
  return (
    <Avatar
      src={pictureSources(imageUrl, size)?.src ?? null}
      size={size}
      radius={size}
      variant="light"
      color="leaf"
      alt=""
      aria-hidden
    >
      {symbol
        .replace(/[^\p{L}\p{N}]/gu, '')
        .slice(0, 2)
        .toUpperCase() || '?'}
    </Avatar>
  )
}

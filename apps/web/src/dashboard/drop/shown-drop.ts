import type { DropOnScreenFragment } from '../../api/generated/operations.ts'

/** A drop as its owner's screen knows it. */
export type ShownDrop = DropOnScreenFragment

/** Where people claim it. */
export const claimPath = ({ shortcode, id }: Pick<ShownDrop, 'shortcode' | 'id'>): string =>
  `/d/${encodeURIComponent(shortcode ?? id)}`

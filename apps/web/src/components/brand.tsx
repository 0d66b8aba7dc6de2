import { Group, Text } from '@mantine/core'

/** The logo and the name: a drop on a leaf. */
export function Brand({ size = 26 }: { readonly size?: number }) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#0b6e4f" />
        <path
          d="M16 5.5c4.6 5.6 7.4 9 7.4 12.9a7.4 7.4 0 0 1-14.8 0c0-3.9 2.8-7.3 7.4-12.9Z"
          fill="#c9f26b"
        />
      </svg>
      <Text component="span" className="brand-name" fw={800} fz={size * 0.72} ff="heading" lh={1}>
        Dropkit
      </Text>
    </Group>
  )
}

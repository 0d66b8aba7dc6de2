import { useComputedColorScheme } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { accentShades } from './accent-shades.ts'

/** Shows the page in a creator's accent color, in shades that are readable. Null shows the usual color. */
export function useAccent(accent: string | null): void {
  const scheme = useComputedColorScheme('light')
  useLayoutEffect(() => {
    const shades = accent === null ? null : accentShades(accent, scheme)
    if (shades === null) return
    const { style } = document.documentElement
    const variables = {
      '--mantine-color-leaf-filled': shades.filled,
      '--mantine-color-leaf-filled-hover': shades.filledHover,
      '--mantine-color-leaf-light': shades.light,
      '--mantine-color-leaf-light-hover': shades.lightHover,
      '--mantine-color-leaf-light-color': shades.text,
      '--mantine-color-leaf-outline': shades.text,
      '--mantine-color-leaf-text': shades.text,
      '--mantine-color-anchor': shades.text,
    }
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(variables)) style.removeProperty(name)
    }
  }, [accent, scheme])
}

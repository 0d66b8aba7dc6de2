import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { ButtonElement } from '../components/button-element.tsx'
import { t } from '../words/messages.ts'
import { isEmbedded } from './page-data.ts'

const leaf: MantineColorsTuple = [
  '#e8f7f1',
  '#cfecdf',
  '#a3dac3',
  '#72c7a4',
  '#4bb78a',
  '#2c9f74',
  '#12865f',
  '#0b6e4f',
  '#08573f',
  '#04402e',
]

/** Greys with a slight green tint. */
const dark: MantineColorsTuple = [
  '#d5ddd9',
  '#b4beb9',
  '#96a29c',
  '#6c7a73',
  '#46534d',
  '#313d38',
  '#212b27',
  '#17201c',
  '#101714',
  '#0a100d',
]

const sans = "'Inter Variable', system-ui, sans-serif"

/** The middle of an embedded page may be off the screen, so its dialogs open where the page says. */
const dialogPlace = isEmbedded
  ? { inner: { alignItems: 'flex-start', paddingBlock: 'var(--dialog-top, 5dvh) 0' } }
  : {}

const dialogTitle = { fontFamily: 'var(--mantine-font-family-headings)', fontWeight: 700, fontSize: 19 }

/** The theme of all pages. Load the page's language first, because the theme contains labels. */
export const themeOfPage = () =>
  createTheme({
    primaryColor: 'leaf',
    colors: { leaf, dark },
    primaryShade: { light: 7, dark: 6 },
    autoContrast: true,
    luminanceThreshold: 0.32,
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: sans,
    fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, monospace",
    headings: {
      fontFamily: `'Bricolage Grotesque Variable', ${sans}`,
      fontWeight: '700',
      textWrap: 'balance',
    },
    respectReducedMotion: true,
    // Buttons that show only an icon get a label.
    components: {
      Button: { defaultProps: { component: ButtonElement } },
      ActionIcon: { defaultProps: { component: ButtonElement } },
      Card: { defaultProps: { bg: 'var(--card-background)' } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t('close') },
          // The header of a dialog must not count as the page's banner landmark.
          attributes: { header: { role: 'none' } },
        },
        styles: { title: dialogTitle, ...dialogPlace },
      },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': t('close') } },
        styles: { title: dialogTitle },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
    },
  })

/** Has enough contrast with white, as text and as background. */
const readableRed = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
}

/** Colors for cards, borders and small grey text, with a contrast of at least 4.5 to 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--card-background)',
    '--mantine-color-default-border': 'var(--quiet-line)',
  },
  light: {
    ...readableRed,
    '--mantine-color-red-outline': '#c92a2a',
    '--mantine-color-dimmed': '#5c6660',
    '--mantine-color-placeholder': '#6d766f',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-light-color': '#ab1f1f',
    '--mantine-color-orange-light-color': '#8f3300',
    '--mantine-color-yellow-light-color': '#7a4a00',
  },
  dark: {
    ...readableRed,
    '--mantine-color-red-light-color': '#ffa8a8',
    // Lighter than the background of cards.
    '--mantine-color-leaf-light': 'rgb(75 183 138 / 18%)',
    '--mantine-color-leaf-light-hover': 'rgb(75 183 138 / 26%)',
    '--mantine-color-leaf-light-color': '#8ad6b5',
    '--mantine-color-gray-light': 'rgb(206 212 218 / 15%)',
    '--mantine-color-gray-light-hover': 'rgb(206 212 218 / 22%)',
    '--mantine-color-gray-light-color': '#ced4da',
    '--mantine-color-dimmed': '#9fada6',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-placeholder': '#8d9a94',
  },
})

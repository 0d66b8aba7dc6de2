import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { t } from '../words/messages.ts'

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

/** Greys with a breath of green, so that pages do not look like paper under neon light. */
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

const dialogTitle = { fontFamily: 'var(--mantine-font-family-headings)', fontWeight: 700, fontSize: 19 }

/** The one visual language of all pages. Its labels are in the language of the page, which has to be loaded. */
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
    // What has no text says what it does.
    components: {
      Card: { defaultProps: { bg: 'var(--card-background)' } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t('close') },
          // A dialog's head is not the page's.
          attributes: { header: { role: 'none' } },
        },
        styles: { title: dialogTitle },
      },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': t('close') } },
        styles: { title: dialogTitle },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
    },
  })

/** White words on it can be read, and it on white. */
const readableRed = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
}

/** Cards on a page, quiet lines between them, and small grey text that can be read: 4.5 to 1 at least. */
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
    // Lighter than the cards they lie on.
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

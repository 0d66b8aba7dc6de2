import type { Plugin } from 'vite'

const ALL = '@mantine/core/styles.layer.css'
/** Maps the class names of one component, such as `Button.module.mjs`. */
const CLASS_NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const BASE = '\0mantine-base.css'

/**
 * Builds the pages with the styles of those Mantine components that they use: each component brings its own, in the
 * chunk that it is in. The style sheet of all components, which the development server sends, is eight times as large.
 */
export const mantineStyles = (): Plugin => ({
  name: 'dropkit-mantine-styles',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: [/^@mantine\/core\/styles\.layer\.css$/, /^\0mantine-base\.css$/] },
    handler: (id) => (id === ALL || id === BASE ? BASE : null),
  },
  load: {
    filter: { id: /^\0mantine-base\.css$/ },
    handler: () =>
      ['baseline', 'default-css-variables', 'global']
        .map((name) => `@import '@mantine/core/styles/${name}.css' layer(mantine);`)
        .join('\n'),
  },
  transform: {
    filter: { id: CLASS_NAMES },
    handler(code, id) {
      const name = CLASS_NAMES.exec(id)?.[1]
      return { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null }
    },
  },
})

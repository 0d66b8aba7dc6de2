// `npm run site`: the configuration of TypeDoc.

/** TypeDoc omits code spans from the anchors of headings, while links to the headings contain them. */
const takeCodeInHeadings = (state) => {
  for (const [place, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue
    for (const part of state.tokens[place + 1].children) if (part.type === 'code_inline') part.type = 'text'
  }
}

/** @type {import('typedoc').TypeDocOptions} */
const config = {
  name: 'Dropkit',
  entryPointStrategy: 'packages',
  entryPoints: ['../../packages/*', '../../apps/server'],
  packageOptions: {
    entryPoints: ['src/index.ts'],
    readme: 'README.md',
    disableSources: true,
    disableGit: true,
    validation: { notExported: false },
  },
  readme: '../../README.md',
  projectDocuments: ['../../docs/*.md', '../../docs/reference/*.md', '../../docs/adr/*.md'],
  includeVersion: true,
  disableSources: true,
  disableGit: true,
  // Links to folders are not checked, because the site has no folders.
  validation: { invalidPath: false },
  highlightLanguages: [
    'dockerfile',
    'dotenv',
    'graphql',
    'ini',
    'javascript',
    'json',
    'sh',
    'sql',
    'toml',
    'typescript',
    'yaml',
  ],
  markdownItLoader: (parser) => parser.core.ruler.push('code-in-headings', takeCodeInHeadings),
  out: '../../reports/site',
}

export default config

// Runs before each `npm publish` and rejects it, unless `npm run release` started it, because all packages are published
// together.
if (process.env.DROPKIT_RELEASE !== 'asked for') {
  console.error('Packages are published together by npm run release, which checks and asks first.')
  process.exit(1)
}

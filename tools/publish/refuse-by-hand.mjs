// Runs before each `npm publish` and rejects it, unless `npm run release` started it, because all packages are published
// together.
if (process.env.DROPKIT_RELEASE !== 'asked for') {
  console.error('Publish all packages together with npm run release, which checks them first.')
  process.exit(1)
}

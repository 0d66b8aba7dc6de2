// Runs before anything is published, whoever asked npm for it: packages go out together, by `npm run release` alone.
if (process.env.DROPKIT_RELEASE !== 'asked for') {
  console.error('Packages are published together by npm run release, which checks and asks first.')
  process.exit(1)
}

// How changesets writes CHANGELOG.md: what was written of a change, and nothing of dependencies among our own packages,
// which all have the same version.
const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`
const getDependencyReleaseLine = async () => ''

export default { getReleaseLine, getDependencyReleaseLine }

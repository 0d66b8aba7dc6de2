// The format of CHANGELOG.md for changesets: the text of each change, without updates of dependencies between Dropkit's own
// packages, which all have the same version.
const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`
const getDependencyReleaseLine = async () => ''

export default { getReleaseLine, getDependencyReleaseLine }

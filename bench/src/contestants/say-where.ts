/** How a server of the bench tells the bench where it listens. */
export const sayWhere = (url: string): void => {
  process.stdout.write(`listens on ${url}\n`)
}

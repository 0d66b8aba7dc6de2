/** Tells the bench on which URL a contestant listens. */
export const sayWhere = (url: string): void => {
  process.stdout.write(`listens on ${url}\n`)
}

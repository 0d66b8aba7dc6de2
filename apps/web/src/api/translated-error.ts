/** An error whose message comes from a catalog, so that it is shown as it is. */
export class TranslatedError extends Error {
  override readonly name = 'TranslatedError'
}

let words: string | null = null

/** Why the user was signed out automatically. The sign-in screen shows it once. */
export const farewell = {
  say(reason: string): void {
    words = reason
  },
  words: (): string | null => words,
  forget(): void {
    words = null
  },
}

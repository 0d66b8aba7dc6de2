let words: string | null = null

/** Why somebody was signed out without asking for it; said on the sign-in screen, once. */
export const farewell = {
  say(reason: string): void {
    words = reason
  },
  words: (): string | null => words,
  forget(): void {
    words = null
  },
}

/** Unpredictable bytes, fit for keys and secrets. */
export interface RandomSource {
  bytes(length: number): Uint8Array
}

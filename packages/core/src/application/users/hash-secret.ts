import { hexOfBytes } from '../../domain/hex.ts'
import { utf8 } from '../../domain/utf8.ts'
import type { Ports } from '../../ports/index.ts'

/** SHA-256 of a bearer secret, hex. Only this hash is stored. */
export const hashSecret = (ports: Pick<Ports, 'hashes'>, secret: string): string =>
  hexOfBytes(ports.hashes.sha256(utf8(secret)))

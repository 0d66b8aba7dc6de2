// Is preloaded into a server's process. Moves its machine's clock by the milliseconds in MACHINE_CLOCK_FILE.
import { readFileSync } from 'node:fs'

const RealDate = Date
let aheadMs = 0
const read = () => {
  aheadMs = Number(readFileSync(process.env.MACHINE_CLOCK_FILE, 'utf8'))
}
read()
setInterval(read, 20).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + aheadMs] : given))
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}

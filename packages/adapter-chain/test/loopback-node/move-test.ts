import { bcs } from '@mysten/sui/bcs'
import { fromHex } from '@mysten/sui/utils'
import type { ErrorConstant } from './clever-abort.ts'

/** The calls of a transaction as Move code, and the expected results. */
export interface MoveTest {
  readonly sender: string
  readonly digest: Uint8Array
  readonly epoch: bigint
  readonly epochStartMs: bigint
  readonly nowMs: bigint
  /** The number of objects that the transaction has created before. */
  readonly idsCreated: number
  /** The object ids of the transaction, including the next one. */
  readonly ids: readonly string[]
  /** The expiry times of the claimed vouchers. */
  readonly expiriesMs: readonly bigint[]
  /** The modules of the package that are called. The others are not compiled. */
  readonly modules: readonly string[]
  /** Types in the calls that belong to no package here. */
  readonly strangeTypes: readonly string[]
  /** `let` statements that construct the inputs of the calls. */
  readonly setup: readonly string[]
  /** One statement per call. */
  readonly calls: readonly string[]
  /** Assertions after the calls, one statement each. */
  readonly checks: readonly string[]
  /** Expressions whose bytes are returned. */
  readonly wanted: readonly string[]
  /** Statements that dispose of the remaining values. */
  readonly cleanUp: readonly string[]
  /** Shared objects that the calls created. */
  readonly shared: readonly { readonly objectId: string; readonly type: string }[]
  /** Assertions after the transaction. `s` is the scenario. */
  readonly checksAfter: readonly string[]
}

export type VmOutcome =
  /** The bytes of the wanted expressions, followed by the contents of the shared objects. */
  | { readonly kind: 'done'; readonly contents: readonly Uint8Array[] }
  | {
      readonly kind: 'aborted'
      /** The index of the call. */
      readonly call: number
      /**
       * A number, or a constant with `#[error]`. Null for a failure without an abort code, such as an arithmetic overflow.
       */
      readonly code: bigint | ErrorConstant | null
      /** For example, `dropkit::drop`. */
      readonly module: string
    }

/**
 * The number of bytes that one test returns. The call stack has a frame per half byte, and at most 1,024 frames are
 * allowed.
 */
const BYTES_PER_PART = 480
/** Added to the number of bytes in the code of the last abort. */
const DONE = 1n << 60n

export interface MadeTest {
  readonly files: Record<string, string>
  readonly parts: number
  /** The value of a half byte, by the line of the recursive call that encodes it. */
  readonly nibbles: ReadonlyMap<number, number>
  /** The index of the call, by its line. */
  readonly callAt: ReadonlyMap<number, number>
}

/**
 * A test can only return one number, its abort code, but it also prints a stack trace with the line of each call. So the
 * bytes are encoded one half byte at a time, by a function that calls itself on one of sixteen lines.
 */
export function moveTest(test: MoveTest, parts: number): MadeTest {
  const lines: string[] = []
  const nibbles = new Map<number, number>()
  const callAt = new Map<number, number>()
  const hand = (from: number, to: number): void => {
    if (to - from === 1) {
      lines.push('hand_down(v, i + 1, end)')
      nibbles.set(lines.length, from)
      return
    }
    const middle = (from + to) / 2
    lines.push(`if (n < ${middle}) {`)
    hand(from, middle)
    lines.push('} else {')
    hand(middle, to)
    lines.push('}')
  }

  lines.push(
    '#[test_only]',
    '#[allow(all)]',
    'module dropkit::transaction;',
    'fun hand_down(v: &vector<u8>, i: u64, end: u64) {',
    `if (i == end || i == 2 * v.length()) abort ${DONE} + v.length();`,
    'let n = if (i % 2 == 0) v[i / 2] / 16 else v[i / 2] % 16;',
  )
  hand(0, 16)
  lines.push(
    '}',
    'fun body(): vector<u8> {',
    `let mut s = sui::test_scenario::begin(@${test.sender});`,
    `let clock = sui::clock::at(@0x6, ${test.nowMs});`,
    ...test.setup,
    `let mut ctx = sui::tx_context::new(@${test.sender}, x"${hex(test.digest)}", ${test.epoch}, ${test.epochStartMs}, ${test.idsCreated});`,
  )
  test.calls.forEach((call, index) => {
    lines.push(call)
    callAt.set(lines.length, index)
  })
  lines.push(...test.checks, 'let mut out: vector<vector<u8>> = vector[];')
  lines.push(
    ...test.wanted.map((expression) => `out.push_back(${expression});`),
    ...test.cleanUp,
    'sui::test_scenario::return_shared(clock);',
    's.next_tx(@0x0);',
    ...test.checksAfter,
  )
  test.shared.forEach(({ objectId, type }, index) => {
    lines.push(
      `let n${index}: ${type} = s.take_shared_by_id(sui::object::id_from_address(@${objectId}));`,
      `out.push_back(std::bcs::to_bytes(&n${index}));`,
      `sui::test_scenario::return_shared(n${index});`,
    )
  })
  lines.push('s.end();', 'std::bcs::to_bytes(&out)', '}', ...HELPERS)
  for (let part = 0; part < parts; part++) {
    const from = part * BYTES_PER_PART * 2
    lines.push('#[test]', `fun part_${part}() { hand_down(&body(), ${from}, ${from + BYTES_PER_PART * 2}) }`)
  }
  const files: Record<string, string> = { 'sources/transaction.move': lines.join('\n') }
  test.strangeTypes.forEach((type, index) => {
    const [address, module, name] = type.split('::')
    files[`sources/strange_${index}.move`] =
      `#[test_only]\nmodule ${address}::${module};\npublic struct ${name} has drop {}\n`
  })
  return { files, parts, nibbles, callAt }
}

const HELPERS = `
fun gone_to_coins<T>(s: &sui::test_scenario::Scenario, to: vector<address>, ids: vector<address>, values: vector<u64>) {
    let mut i = 0;
    while (i < to.length()) {
        let id = sui::object::id_from_address(ids[i]);
        let coin: sui::coin::Coin<T> = s.take_from_address_by_id(to[i], id);
        assert!(coin.value() == values[i], 1005);
        sui::test_scenario::return_to_address(to[i], coin);
        i = i + 1;
    }
}
fun gone_to<X: key>(s: &sui::test_scenario::Scenario, to: address, id: address, contents: vector<u8>) {
    let object: X = s.take_from_address_by_id(to, sui::object::id_from_address(id));
    assert!(std::bcs::to_bytes(&object) == contents, 1006);
    sui::test_scenario::return_to_address(to, object);
}`.split('\n')

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const PART = /┌── part_(\d+) ──/
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours in what the test runner prints
const COLOURS = /\u001b\[[0-9;]*m/g

export function readReport(
  output: string,
  { parts, nibbles, callAt }: MadeTest,
): VmOutcome | { readonly kind: 'too_long'; readonly parts: number } {
  const plain = output.replace(COLOURS, '')
  const sections = plain.split(PART)
  const digits: string[] = []
  let length = 0
  for (let part = 0; part < parts; part++) {
    const at = sections.indexOf(String(part))
    const section = at < 0 ? undefined : sections[at + 1]
    const module = section?.match(/originating in the module (\S+) /)?.[1]
    if (section === undefined || module === undefined) {
      throw new Error(`the Move test ended as none does: ${plain.slice(0, 4_000)}`)
    }
    const code = abortIn(section)
    const trace = [...section.matchAll(/(\w+)::(\w+)\(sources\/(\w+)\.move:(\d+)\)/g)]
    if (module !== 'dropkit::transaction') {
      const line = trace.find(([, , name]) => name === 'body')?.[4]
      const call = callAt.get(Number(line))
      if (call === undefined) throw new Error(`the Move test failed outside its calls: ${section}`)
      return { kind: 'aborted', call, code, module }
    }
    if (typeof code !== 'bigint' || code < DONE) {
      throw new Error(`the virtual machine did something else than was expected: ${section}`)
    }
    length = Number(code - DONE)
    // A trace lists the innermost call first.
    for (const [, , name, , line] of trace.toReversed()) {
      const nibble = name === 'hand_down' ? nibbles.get(Number(line)) : undefined
      if (nibble !== undefined) digits.push(nibble.toString(16))
    }
  }
  const needed = Math.ceil(length / BYTES_PER_PART)
  if (needed > parts) return { kind: 'too_long', parts: needed }
  const bytes = fromHex(digits.join(''))
  if (bytes.length !== length) throw new Error(`${bytes.length} of ${length} bytes came back`)
  const contents = bcs.vector(bcs.byteVector()).parse(bytes)
  return { kind: 'done', contents: contents.map((one) => Uint8Array.from(one)) }
}

const ABORT = /aborted with (?:code (\d+)|error constant '(\w+)') originating in/
const PLACE = /┌─ sources\/\w+\.move:(\d+):/

function abortIn(section: string): bigint | ErrorConstant | null {
  const [, number, name] = ABORT.exec(section) ?? []
  if (number !== undefined) return BigInt(number)
  return name === undefined ? null : { name, line: Number(PLACE.exec(section)?.[1]) }
}

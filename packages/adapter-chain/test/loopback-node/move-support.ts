import { fromHex } from '@mysten/sui/utils'
import { type MoveFiles, readFramework, readMovePackage } from '../../tools/compile-move.ts'
import { type MoveTest, moveTest, type VmOutcome } from './move-test.ts'
import { createdId } from './objects.ts'

// A Move test starts with an empty state. To continue from the state of the chain, structs must be constructed with their
// current values. Only their own modules can do that, so these functions are added to them. They are compiled for tests
// only: the published functions that are run are unchanged.

/** Code by the module to which it is added. */
type Additions = Readonly<Record<string, string>>

const FRAMEWORK_ADDITIONS: Additions = {
  'sui::object': `
#[test_only]
public fun uid_at(bytes: address): UID {
    record_new_uid(bytes);
    UID { id: ID { bytes } }
}`,
  // The compiler only allows this name to create an object with an id that is not new.
  'sui::test_scenario': `
public fun new_object(id: address): UID {
    sui::object::uid_at(id)
}`,
  'sui::package': `
#[test_only]
public fun publisher_at(id: address, package: vector<u8>, module_name: vector<u8>): Publisher {
    Publisher {
        id: sui::test_scenario::new_object(id),
        package: std::ascii::string(package),
        module_name: std::ascii::string(module_name),
    }
}`,
  'sui::coin': `
#[test_only]
public fun at<T>(id: address, value: u64): Coin<T> {
    Coin { id: sui::test_scenario::new_object(id), balance: sui::balance::create_for_testing(value) }
}`,
  'sui::clock': `
#[test_only]
public fun at(id: address, timestamp_ms: u64): Clock {
    Clock { id: sui::test_scenario::new_object(id), timestamp_ms }
}`,
  'sui::table': `
#[test_only]
public fun at<K: copy + drop + store, V: store>(id: address, size: u64): Table<K, V> {
    Table { id: sui::test_scenario::new_object(id), size }
}`,
}

const PACKAGE_ADDITIONS: Additions = {
  'dropkit::nonces': `
#[test_only]
public fun at(id: address, size: u64, words: vector<u64>, bits: vector<u256>): Nonces {
    let mut table = sui::table::at<u64, u256>(id, size - words.length());
    let mut i = 0;
    while (i < words.length()) {
        table.add(words[i], bits[i]);
        i = i + 1;
    };
    Nonces { words: table }
}
#[test_only]
public fun bits_of(self: &Nonces, words: vector<u64>): vector<u256> {
    let mut all = vector[];
    let mut i = 0;
    while (i < words.length()) {
        all.push_back(if (self.words.contains(words[i])) self.words[words[i]] else 0);
        i = i + 1;
    };
    all
}`,
  'dropkit::drop': `
#[test_only]
public fun at<T>(
    id: address,
    value: u64,
    deposited: u64,
    public_key: vector<u8>,
    used: Nonces,
    is_paused: bool,
    from: vector<address>,
    amounts: vector<u64>,
    label: vector<u8>,
): Drop<T> {
    let mut funders = vector[];
    let mut i = 0;
    while (i < from.length()) {
        funders.push_back(Funder { from: from[i], amount: amounts[i] });
        i = i + 1;
    };
    Drop<T> {
        id: sui::test_scenario::new_object(id),
        balance: sui::balance::create_for_testing(value),
        deposited,
        public_key,
        used,
        is_paused,
        funders,
        label,
    }
}
#[test_only]
public fun bits_of<T>(drop: &Drop<T>, words: vector<u64>): vector<u256> { drop.used.bits_of(words) }
#[test_only]
public fun cap_at(id: address, drop_id: address): OwnerCap {
    OwnerCap { id: sui::test_scenario::new_object(id), drop_id: sui::object::id_from_address(drop_id) }
}`,
  'dropkit::nft_drop': `
#[test_only]
public fun at<C>(
    id: address,
    name: String,
    description: String,
    image_url: String,
    image_url_end: Option<String>,
    names: vector<String>,
    values: vector<String>,
    supply: u64,
    minted: u64,
    public_key: vector<u8>,
    used: Nonces,
    is_paused: bool,
    label: vector<u8>,
): NftDrop<C> {
    let attributes = attributes_of(names, values);
    NftDrop<C> {
        id: sui::test_scenario::new_object(id),
        name,
        description,
        image_url,
        image_url_end,
        attributes,
        supply,
        minted,
        public_key,
        used,
        is_paused,
        label,
    }
}
#[test_only]
public fun put_looks<C>(
    drop: &mut NftDrop<C>,
    number: u64,
    name: Option<String>,
    image_url: Option<String>,
    names: vector<String>,
    values: vector<String>,
) {
    let attributes = attributes_of(names, values);
    dynamic_field::add(&mut drop.id, number, Looks { name, image_url, attributes });
}
#[test_only]
public fun looks_of<C>(drop: &NftDrop<C>, number: u64): vector<u8> {
    std::bcs::to_bytes(dynamic_field::borrow<u64, Looks>(&drop.id, number))
}
#[test_only]
public fun bits_of<C>(drop: &NftDrop<C>, words: vector<u64>): vector<u256> { drop.used.bits_of(words) }
#[test_only]
public fun cap_at(id: address, drop_id: address): OwnerCap {
    OwnerCap { id: sui::test_scenario::new_object(id), drop_id: sui::object::id_from_address(drop_id) }
}`,
}

export interface MoveSources {
  readonly std: MoveFiles
  readonly sui: MoveFiles
  readonly dropkit: MoveFiles
}

/** The modules that are compiled if only some are called. This halves the compile time. */
const NEEDED_BY: Readonly<Record<string, readonly string[]>> = {
  drop: ['drop', 'nonces', 'voucher'],
  nft_drop: ['nft_drop', 'nonces', 'voucher'],
  payment: ['payment'],
}
/** The modules of the framework that no other module of the package needs. */
const NEEDED_BY_NFT_DROP = ['package', 'display_registry', 'transfer_policy', 'vec_set']

/** The sources that are compiled if only these modules of the package are called. */
export function sourcesFor({ std, sui, dropkit }: MoveSources, modules: readonly string[]): MoveSources {
  const needed = modules.flatMap((module) => NEEDED_BY[module] ?? []).map(pathOf)
  const unused = modules.includes('nft_drop') ? [] : NEEDED_BY_NFT_DROP.map(pathOf)
  return {
    std,
    sui: filesWhere(sui, (path) => !unused.includes(path)),
    dropkit: filesWhere(dropkit, (path) => path === 'Move.toml' || needed.includes(path)),
  }
}

const pathOf = (module: string): string => `sources/${module}.move`

const filesWhere = (files: MoveFiles, isWanted: (path: string) => boolean): MoveFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => isWanted(path)))

/** Reads all sources that are compiled for a transaction, except the transaction itself. */
export function readMoveSources(packageId: string): MoveSources {
  const sources = filesWhere(readMovePackage('dropkit'), (path) => !path.startsWith('tests/'))
  assertTimeIsOnlyCompared(Object.values(sources))
  const dropkit = withAdditions(sources, PACKAGE_ADDITIONS)
  const manifest = dropkit['Move.toml'] ?? ''
  return {
    std: readFramework('std'),
    sui: withAdditions(withoutRegistry(readFramework('sui')), FRAMEWORK_ADDITIONS),
    dropkit: { ...dropkit, 'Move.toml': manifest.replace('dropkit = "0x0"', `dropkit = "${packageId}"`) },
  }
}

/** Removes the coin registry, because the package does not use it and each run would compile it. */
const withoutRegistry = (files: MoveFiles): MoveFiles =>
  filesWhere(files, (path) => path !== pathOf('coin_registry'))

/** Adds code at the end of modules: of a file, or of the block that is a module. */
function withAdditions(files: MoveFiles, additions: Additions): MoveFiles {
  const all = { ...files }
  for (const [module, code] of Object.entries(additions)) {
    const [name, text] = Object.entries(all).find(([, source]) => hasModule(source, module)) ?? []
    if (name === undefined || text === undefined) throw new Error(`there is no ${module} to add to`)
    const block = new RegExp(`^module ${module} \\{\\n[\\s\\S]*?^(?=\\}\\n)`, 'm')
    all[name] = block.test(text)
      ? text.replace(block, (inside) => `${inside}${code}\n`)
      : `${text}\n${code}\n`
  }
  return all
}

const hasModule = (source: string, module: string): boolean =>
  source.includes(`module ${module};`) || source.includes(`module ${module} {`)

// A transaction is simulated before it is sent, so the virtual machine would do most work twice. The two runs only differ
// in the digest, which determines the ids of new objects, and in the time, which the package only compares with the expiry
// of vouchers. So each transaction is run with a constant digest, its ids are replaced afterwards, and the outcome is
// cached for the next transaction that is equal except for these.

const ANY_DIGEST = new Uint8Array(32)

interface MemoizableTest {
  /** Tests with the same key have the same outcome. */
  readonly key: string
  /** The test to run. */
  readonly test: MoveTest
  /** Puts the ids of the transaction into the outcome. */
  readonly back: (outcome: VmOutcome) => VmOutcome
}

export function memoizable(given: MoveTest): MemoizableTest {
  const names = given.ids.map((id, n) => [id.slice(2), createdId(ANY_DIGEST, n).slice(2)] as const)
  const rename = (text: string) => names.reduce((renamed, [id, name]) => renamed.replaceAll(id, name), text)
  const renameBack = (text: string) =>
    names.reduce((renamed, [id, name]) => renamed.replaceAll(name, id), text)
  const all = (texts: readonly string[]) => texts.map(rename)
  const test: MoveTest = {
    ...given,
    digest: ANY_DIGEST,
    setup: all(given.setup),
    calls: all(given.calls).map((call) => call.replaceAll(hexOf(given.digest), hexOf(ANY_DIGEST))),
    checks: all(given.checks),
    wanted: all(given.wanted),
    cleanUp: all(given.cleanUp),
    shared: given.shared.map(({ objectId, type }) => ({ objectId: rename(objectId), type })),
    checksAfter: all(given.checksAfter),
  }
  const isGood = given.expiriesMs.map((expiryMs) => given.nowMs < expiryMs)
  return {
    key: JSON.stringify([isGood, moveTest({ ...test, nowMs: 0n, epoch: 0n, epochStartMs: 0n }, 1).files]),
    test,
    back: (outcome) =>
      outcome.kind === 'aborted'
        ? outcome
        : { ...outcome, contents: outcome.contents.map((one) => fromHex(renameBack(hexOf(one)))) },
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Throws if the package uses the time for anything except this comparison. */
function assertTimeIsOnlyCompared(sources: readonly string[]): void {
  for (const source of sources) {
    const uses = source.split('timestamp_ms').length - source.split('clock.timestamp_ms() < expiry_ms').length
    if (uses !== 0) throw new Error('the package uses the time for more than the expiry of vouchers')
  }
}

import { type MoveFiles, readMovePackage } from '../../tools/compile-move.ts'
import { assertTimeIsOnlyCompared } from './same-outcome.ts'

// A Move test starts with an empty state. To continue from the state of the chain, structs must be constructed with their
// current values. Only their own modules can do that, so these functions are added to them. They are compiled for tests
// only: the published functions that are run are unchanged.

const FRAMEWORK_ADDITIONS: MoveFiles = {
  'sources/object.move': `
#[test_only]
public fun uid_at(bytes: address): UID {
    record_new_uid(bytes);
    UID { id: ID { bytes } }
}`,
  // The compiler only allows this name to create an object with an id that is not new.
  'sources/test_scenario.move': `
public fun new_object(id: address): UID {
    sui::object::uid_at(id)
}`,
  'sources/package.move': `
#[test_only]
public fun publisher_at(id: address, package: vector<u8>, module_name: vector<u8>): Publisher {
    Publisher {
        id: sui::test_scenario::new_object(id),
        package: std::ascii::string(package),
        module_name: std::ascii::string(module_name),
    }
}`,
  'sources/coin.move': `
#[test_only]
public fun at<T>(id: address, value: u64): Coin<T> {
    Coin { id: sui::test_scenario::new_object(id), balance: sui::balance::create_for_testing(value) }
}`,
  'sources/clock.move': `
#[test_only]
public fun at(id: address, timestamp_ms: u64): Clock {
    Clock { id: sui::test_scenario::new_object(id), timestamp_ms }
}`,
  'sources/table.move': `
#[test_only]
public fun at<K: copy + drop + store, V: store>(id: address, size: u64): Table<K, V> {
    Table { id: sui::test_scenario::new_object(id), size }
}`,
}

const PACKAGE_ADDITIONS: MoveFiles = {
  'sources/nonces.move': `
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
  'sources/drop.move': `
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
  'sources/nft_drop.move': `
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

export function filesFor(dropkit: MoveFiles, modules: readonly string[]): MoveFiles {
  const needed = new Set(
    modules.flatMap((module) => NEEDED_BY[module] ?? []).map((name) => `sources/${name}.move`),
  )
  return Object.fromEntries(
    Object.entries(dropkit).filter(([name]) => name === 'Move.toml' || needed.has(name)),
  )
}

/** Reads all sources that are compiled for a transaction, except the transaction itself. */
export function readMoveSources(packageId: string): MoveSources {
  const sources = sourcesOf('dropkit')
  assertTimeIsOnlyCompared(Object.values(sources))
  const dropkit = withAdditions(sources, PACKAGE_ADDITIONS)
  const manifest = dropkit['Move.toml'] ?? ''
  return {
    std: sourcesOf('framework/std'),
    sui: withAdditions(withoutRegistry(sourcesOf('framework/sui')), FRAMEWORK_ADDITIONS),
    dropkit: { ...dropkit, 'Move.toml': manifest.replace('dropkit = "0x0"', `dropkit = "${packageId}"`) },
  }
}

/** Removes the coin registry, because the package does not use it and each run would compile it. */
const withoutRegistry = (files: MoveFiles): MoveFiles =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'sources/coin_registry.move'))

function sourcesOf(path: string): MoveFiles {
  const files = Object.entries(readMovePackage(path))
  return Object.fromEntries(files.filter(([name]) => !name.startsWith('tests/')))
}

function withAdditions(files: MoveFiles, additions: MoveFiles): MoveFiles {
  const all = { ...files }
  for (const [name, text] of Object.entries(additions)) {
    if (files[name] === undefined) throw new Error(`there is no ${name} to add to`)
    all[name] = `${files[name]}\n${text}\n`
  }
  return all
}

import { bcs } from '@mysten/sui/bcs'
import { normalizeStructTag, normalizeSuiAddress, toBase58 } from '@mysten/sui/utils'
import { compiledDropkit } from '../../src/sui/coin-template.ts'
import { RegistrarStruct } from './collection-rights.ts'
import { createExecutor } from './execution-service.ts'
import { createFaultBoard, type Fault, type FaultOrder } from './faults.ts'
import { startGrpcWebServer } from './grpc-web-server.ts'
import { type CoinMetadata, createLedger } from './ledger.ts'
import { ledgerService } from './ledger-service.ts'
import { moveVmOf } from './move-vm.ts'
import { createNodeClock, EPOCH_MS, type NodeState } from './node-state.ts'
import {
  blake2b256,
  type ChainObject,
  CLOCK_ID,
  CLOCK_TYPE,
  Clock,
  coinContents,
  coinTypeName,
  objectDigest,
  SUI_TYPE,
} from './objects.ts'
import { publishedModule, putPackage } from './publish-package.ts'
import {
  COIN_REGISTRY_ID,
  COIN_REGISTRY_TYPE,
  createDenyList,
  DISPLAY_REGISTRY_ID,
  DISPLAY_REGISTRY_TYPE,
} from './registries.ts'
import { packageService, stateService } from './state-service.ts'
import { createTransactionLog, type LoggedTransaction } from './transaction-log.ts'
import type { EmittedEvent } from './transaction-place.ts'

export interface LoopbackNodeOptions {
  /** The base of the chain's clock, in milliseconds. Default: the machine's clock. */
  readonly now?: () => number
  /** The gas cost of a transaction in MIST. Default 0, so that sums stay simple. */
  readonly gasCost?: bigint
  /**
   * The additional storage cost of a successful transaction in MIST. Default 0. If the budget is too low for it, the
   * transaction runs out of gas.
   */
  readonly storageCost?: bigint
  /** The maximum number of items per page. */
  readonly maxPageItems?: number
  /** The maximum number of transactions or events that are scanned for one page, including those that do not match. */
  readonly maxScanned?: number
  /** Distinguishes networks. */
  readonly network?: string
}

export interface LoopbackNode {
  readonly url: string
  readonly chainId: string
  /** The package `dropkit`, which is published first. */
  readonly packageId: string
  /** The `Registrar` that was created when the package was published. */
  readonly registrarId: string
  /** The chain time in milliseconds. */
  now(): number
  advance(ms: number): void
  /** Creates coins, either as an object or in the address balance. */
  faucet(owner: string, coinType: string, amount: bigint, as?: 'coin' | 'balance'): void
  /** Sets the metadata of a coin that no transaction published here. */
  describeCoin(coin: Omit<CoinMetadata, 'objectId'>): void
  /** Creates an object of any type. Its contents are its id followed by `rest`. */
  giveObject(owner: string, type: string, rest?: Uint8Array): string
  /** Executes an unsigned transaction, for a sender without a key. */
  executeUnsigned(bytes: Uint8Array): Promise<LoggedTransaction>
  setFault(order: FaultOrder): void
  /** All calls fail until `up`. */
  down(fault?: Fault): void
  up(): void
  clearFaults(): void
  /** Transactions from now on are not final until `releaseFinality`. */
  holdFinality(): void
  releaseFinality(): void
  /**
   * From now on, transactions below this price are cancelled when they are executed. Simulations still succeed, as on a
   * real node. `suggests` sets the gas price that the node suggests.
   */
  congest(lowestPrice: bigint, suggests: 'lowest_price' | 'reference_price'): void
  /** Sets the minimum duration of each answer from now on. */
  setLatency(ms: number): void
  /** Sets the speed of each answer from now on. */
  setSpeed(bytesPerSecond: number): void
  /** The next transaction that succeeds also emits so many events with so many zero bytes. Default type: of another package. */
  addEvents(count: number, bytes: number, type?: string): void
  /** Ends the epoch without moving the time. Transactions that are valid only for that epoch can no longer be executed. */
  endEpoch(): void
  /** Adds an address to a coin's deny list. It cannot send the coin from now on, or receive it from the next epoch on. */
  denyCoin(coinType: string, address: string): void
  /** Removes the address from the list, with the same delay. */
  allowCoin(coinType: string, address: string): void
  /** Forgets all transactions so far, as a node does after some epochs. Objects remain. */
  prune(): void
  /** Gives the node its old transactions back, as another node of a load balancer has them. */
  unprune(): void
  /** The number of calls of a method, including failed calls. */
  calls(method: string): number
  transactions(): readonly LoggedTransaction[]
  close(): Promise<void>
}

const GAS_PRICE = 1_000n

/**
 * A Sui node for tests, on a free port of the loopback interface. It stores objects, balances, events and transactions as
 * Sui does, and runs the functions of the package `dropkit` in the Move virtual machine. It does not model gas prices in
 * detail, upgrades or consensus.
 */
export async function createLoopbackNode(options: LoopbackNodeOptions = {}): Promise<LoopbackNode> {
  const { now = Date.now, gasCost = 0n, storageCost = 0n, network = 'loopback' } = options
  const { maxPageItems = 1_000, maxScanned = Number.POSITIVE_INFINITY } = options
  const clock = createNodeClock(now)
  const ledger = createLedger()
  const log = createTransactionLog()
  const faults = createFaultBoard()
  const compiled = await compiledDropkit()
  const chainId = toBase58(blake2b256(Buffer.from(network)))
  const packageId = normalizeSuiAddress(Buffer.from(blake2b256(Buffer.from('dropkit'))).toString('hex'))
  const genesis = toBase58(blake2b256(Buffer.from('genesis'), Buffer.from(network)))
  const ownPackages = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()
  let heldAt: number | undefined
  let given = 0
  let suggestedPrice = GAS_PRICE
  let lowestPrice = 0n
  let latencyMs = 0
  let bytesPerSecond = Number.POSITIVE_INFINITY
  let addedEvents: readonly EmittedEvent[] = []
  const denyList = createDenyList(clock)

  const clockObject = (): ChainObject => {
    const contents = Clock.serialize({ id: CLOCK_ID, timestampMs: clock.now() }).toBytes()
    return {
      objectId: CLOCK_ID,
      version: 1n,
      digest: objectDigest(CLOCK_ID, 1n, CLOCK_TYPE, contents),
      owner: { kind: 'shared', initialSharedVersion: 1n },
      type: CLOCK_TYPE,
      contents,
      previousTransaction: genesis,
    }
  }

  const state: NodeState = {
    ledger,
    log,
    clock,
    chainId,
    gasPrice: GAS_PRICE,
    suggestedGasPrice: () => suggestedPrice,
    lowestPrice: () => lowestPrice,
    denyList,
    gasCost,
    storageCost,
    epochMs: EPOCH_MS,
    pageLimits: { maxItems: maxPageItems, maxScanned },
    takeAddedEvents() {
      const taken = addedEvents
      addedEvents = []
      return taken
    },
    vmOf(id) {
      if (!ownPackages.has(id) && !isDropkit(id)) return undefined
      ownPackages.add(id)
      return moveVmOf(id)
    },
    readObject(objectId) {
      const id = normalizeSuiAddress(objectId)
      return id === CLOCK_ID ? clockObject() : ledger.object(id)
    },
    settledMs: () => heldAt ?? clock.now(),
    async inTurn(work) {
      const mine = turn.then(work, work)
      turn = mine.catch(() => undefined)
      return await mine
    },
  }

  /** Whether the published modules are those that were compiled here. */
  function isDropkit(id: string): boolean {
    const modules = ledger.package(id)?.modules
    if (modules?.size !== compiled.modules.length) return false
    return compiled.modules.every((text) => {
      const { name, bytes } = publishedModule(Buffer.from(text, 'base64'), id)
      const there = modules.get(name)
      return there !== undefined && Buffer.compare(there, bytes) === 0
    })
  }

  function put(owner: string, type: string, contentsOf: (id: string) => Uint8Array): string {
    const page = ledger.open()
    const id = normalizeSuiAddress(
      Buffer.from(blake2b256(Buffer.from(`given ${given++}`), Buffer.from(genesis))).toString('hex'),
    )
    const contents = contentsOf(id)
    page.put({
      objectId: id,
      version: 1n,
      digest: objectDigest(id, 1n, type, contents),
      owner: { kind: 'address', address: normalizeSuiAddress(owner) },
      type,
      contents,
      previousTransaction: genesis,
    })
    page.keep()
    return id
  }

  function describeCoin(coin: Omit<CoinMetadata, 'objectId'>): void {
    const page = ledger.open()
    const coinType = normalizeStructTag(coin.coinType)
    const objectId = Buffer.from(blake2b256(Buffer.from(`metadata ${coinType}`))).toString('hex')
    page.putMetadata({ ...coin, coinType, objectId: normalizeSuiAddress(objectId) })
    page.keep()
  }

  const start = ledger.open()
  putPackage(start, packageId, compiled.modules, genesis)
  start.put(clockObject())
  const share = (objectId: string, type: string, contents: Uint8Array) =>
    start.put({
      objectId,
      version: 1n,
      digest: objectDigest(objectId, 1n, type, contents),
      owner: { kind: 'shared', initialSharedVersion: 1n },
      type,
      contents,
      previousTransaction: genesis,
    })
  for (const [id, type] of [
    [DISPLAY_REGISTRY_ID, DISPLAY_REGISTRY_TYPE],
    [COIN_REGISTRY_ID, COIN_REGISTRY_TYPE],
  ] as const)
    share(id, type, bcs.Address.serialize(id).toBytes())
  const registrarId = normalizeSuiAddress(Buffer.from(blake2b256(Buffer.from('registrar'))).toString('hex'))
  const registrarType = `${packageId}::nft_drop::Registrar`
  const publisher = { id: DISPLAY_REGISTRY_ID, package: packageId.slice(2), module_name: 'nft_drop' }
  const registrar = RegistrarStruct.serialize({ id: registrarId, publisher }).toBytes()
  share(registrarId, registrarType, registrar)
  start.keep()
  const plain = { description: '', iconUrl: '' }
  describeCoin({ ...plain, coinType: SUI_TYPE, name: 'Sui', symbol: 'SUI', decimals: 9 })

  const executor = createExecutor(state)
  const server = await startGrpcWebServer({
    services: [ledgerService(state), stateService(state), packageService(state), executor.service],
    nextFault: faults.next,
    latencyMs: () => latencyMs,
    bytesPerSecond: () => bytesPerSecond,
    headers: () => ({
      'x-sui-chain-id': chainId,
      'x-sui-chain': network,
      'x-sui-epoch': String(clock.epoch()),
      'x-sui-checkpoint-height': String(log.height()),
      'x-sui-lowest-available-checkpoint': String(log.oldestCheckpoint()),
      'x-sui-timestamp-ms': String(state.settledMs()),
    }),
  })

  return {
    url: server.url,
    chainId,
    packageId,
    registrarId,
    now: clock.now,
    advance: clock.advance,
    faucet(owner, coinType, amount, as = 'coin') {
      const type = normalizeStructTag(coinType)
      const name = type.split('::')[2] ?? ''
      if (ledger.metadata(type) === undefined) {
        describeCoin({ ...plain, coinType: type, name, symbol: name, decimals: 9 })
      }
      if (as === 'coin') {
        put(owner, coinTypeName(type), (id) => coinContents(id, amount))
        return
      }
      const page = ledger.open()
      page.addToBalance(normalizeSuiAddress(owner), type, amount)
      page.keep()
    },
    describeCoin,
    giveObject: (owner, type, rest = new Uint8Array()) =>
      put(owner, normalizeStructTag(type), (id) => Buffer.concat([Buffer.from(id.slice(2), 'hex'), rest])),
    executeUnsigned: executor.executeUnsigned,
    setFault: faults.set,
    down: faults.down,
    up: faults.up,
    clearFaults: faults.clear,
    holdFinality() {
      heldAt ??= clock.now()
      log.hold()
    },
    releaseFinality() {
      heldAt = undefined
      log.release()
    },
    congest(price, suggests) {
      lowestPrice = price
      suggestedPrice = suggests === 'lowest_price' ? price : GAS_PRICE
    },
    setLatency(ms) {
      latencyMs = ms
    },
    setSpeed(speed) {
      bytesPerSecond = speed
    },
    addEvents(count, bytes, type = '0x5::big::Big') {
      const event = {
        packageId: normalizeSuiAddress('0x5'),
        module: 'big',
        type: normalizeStructTag(type),
        contents: new Uint8Array(bytes),
      }
      addedEvents = Array.from({ length: count }, () => event)
    },
    endEpoch: clock.endEpoch,
    denyCoin: (coinType, address) => denyList.set(coinType, address, true),
    allowCoin: (coinType, address) => denyList.set(coinType, address, false),
    prune: () => log.prune(log.height() + 1n),
    unprune: () => log.prune(0n),
    calls: (method) => faults.calls().get(method) ?? 0,
    transactions: log.all,
    close: server.close,
  }
}

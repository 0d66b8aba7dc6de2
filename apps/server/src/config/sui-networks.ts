import type { Address } from '@dropkit/core'

export type SuiNetwork = 'mainnet' | 'testnet' | 'devnet' | 'localnet'

/** The public nodes of each network. */
export const PUBLIC_NODES: Readonly<Record<SuiNetwork, string>> = {
  mainnet: 'https://fullnode.mainnet.sui.io:443',
  testnet: 'https://fullnode.testnet.sui.io:443',
  devnet: 'https://fullnode.devnet.sui.io:443',
  localnet: 'http://127.0.0.1:9000',
}

/** The packages with the kiosk rules of Mysten Labs, which marketplaces know. */
export const KIOSK_RULES: Readonly<Partial<Record<SuiNetwork, Address>>> = {
  mainnet: '0x434b5bd8f6a7b05fede0ff46c6e511d71ea326ed38056e3bcd681d2d7c2a7879' as Address,
  testnet: '0xbd8fc1947cf119350184107a3087e2dc27efefa0dd82e25a1f699069fe81a585' as Address,
}

/**
 * The chain id of each network: the digest of its first checkpoint. Null for devnet and local networks, which are sometimes
 * reset.
 */
export const KNOWN_CHAIN_IDS: Readonly<Record<SuiNetwork, string | null>> = {
  mainnet: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  testnet: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
  devnet: null,
  localnet: null,
}

export type SuiNetwork = 'mainnet' | 'testnet' | 'devnet' | 'localnet'

/** The nodes that anybody may ask. */
export const PUBLIC_NODES: Readonly<Record<SuiNetwork, string>> = {
  mainnet: 'https://fullnode.mainnet.sui.io:443',
  testnet: 'https://fullnode.testnet.sui.io:443',
  devnet: 'https://fullnode.devnet.sui.io:443',
  localnet: 'http://127.0.0.1:9000',
}

/** What the nodes of a network call it: the digest of its first checkpoint. Devnet and local ones begin anew at times. */
export const KNOWN_CHAIN_IDS: Readonly<Record<SuiNetwork, string | null>> = {
  mainnet: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  testnet: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
  devnet: null,
  localnet: null,
}

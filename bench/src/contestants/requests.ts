/** The requests that users send. The limit server gets exactly the same requests. */
const CLAIM = `mutation Claim($input: ClaimDropInput!) {
  claimDrop(input: $input) {
    claim { id sequence amount status userAddress createdAt expiresAt }
    claimParams { amount nonce expiry signature }
    dropInfo { dropObjectId packageId coinType }
  }
}`

const READ = `query Drop($id: ID!) {
  drop(id: $id) {
    id title description status type claimType shortcode maxAmount tokenAmount claimedAmount remainingBalance
    claimCount percentClaimed createdAt updatedAt
    token { id name symbol decimals totalSupply coinType status }
    creator { id username displayName createdAt }
    claims(limit: 10) { id sequence amount status userAddress createdAt }
  }
}`

export const claimBody = (dropId: string, userAddress: string): string =>
  JSON.stringify({ query: CLAIM, variables: { input: { dropId, userAddress } } })

export const readBody = (id: string): string => JSON.stringify({ query: READ, variables: { id } })

/** Headers for contestants that check no API key, so that the request has the same length. */
export const UNREAD_HEADERS = { Authorization: `Bearer dk_live_${'x'.repeat(43)}` }

// Made from the operations (src/**/*.graphql) and the schema by `npm run codegen`. Not to be edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a drop gives out. */
export type DropType =
  /** Amounts are base units of a coin. */
  | 'TOKEN'
  /** Amounts are pieces. */
  | 'NFT';

/** How often a wallet may claim. */
export type ClaimType =
  /** Up to `maxPerWallet` times. */
  | 'REGULAR'
  /** Once per UTC day. */
  | 'STREAK'
  /** As REGULAR, and only for those whom the gating rules admit. */
  | 'ELITE';

/** Where a drop stands at the moment it is asked. */
export type DropStatus =
  /** Seen by its owner alone. */
  | 'DRAFT'
  /** Opens at `startsAt`. */
  | 'SCHEDULED'
  /** Can be claimed from. */
  | 'ACTIVE'
  /** Gives out nothing until it is resumed. */
  | 'PAUSED'
  /** No further item fits. */
  | 'SOLD_OUT'
  /** Its deadline has passed, or its owner ended it. */
  | 'ENDED'
  /** Called off by its owner. */
  | 'CANCELLED';

/** For which wallets a caller may claim. */
export type ClaimAccess =
  /** Any wallet; who signed in by wallet only for its own. */
  | 'OPEN'
  /** Only the wallet that is signed in. */
  | 'WALLET'
  /** Only the drop's owner, for any wallet. */
  | 'OWNER';

/** Only what is given changes; null clears a field that may be empty. */
export type UpdateDropInput = {
  /** Here or beside the input. */
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly claimType?: ClaimType | null | undefined;
  readonly maxAmount?: string | null | undefined;
  readonly tokenAmount?: string | null | undefined;
  readonly estimatedValueUsd?: number | null | undefined;
  readonly claimDeadline?: string | null | undefined;
  readonly status?: DropStatus | null | undefined;
  readonly imageUrl?: string | null | undefined;
  readonly price?: number | null | undefined;
  readonly supply?: number | null | undefined;
  readonly startsAt?: string | null | undefined;
  readonly maxPerWallet?: number | null | undefined;
  readonly claimAccess?: ClaimAccess | null | undefined;
  readonly gatingId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly shortcode?: string | null | undefined;
};

export type UploadFileInput = {
  /** Base64, or a data: URL. */
  readonly file: string;
  readonly filename: string;
  readonly contentType: string;
};

export type GatingRuleInput = {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly description?: string | null | undefined;
};

/** What is left out stays as it is. */
export type UpdateGatingConfigInput = {
  readonly isActive?: boolean | null | undefined;
  readonly rules?: ReadonlyArray<GatingRuleInput> | null | undefined;
};

/** Where a token stands on its way to the chain. */
export type TokenStatus =
  /** Not on the chain yet. */
  | 'PENDING'
  | 'DEPLOYED'
  /** Its publish transaction failed; another may be tried. */
  | 'FAILED';

export type UploadFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type UploadFileMutation = { readonly uploadFile: { readonly url: string, readonly filename: string, readonly size: number, readonly contentType: string } | null };

export type WatchDropSubscriptionVariables = Exact<{
  dropId: string;
}>;


export type WatchDropSubscription = { readonly dropUpdates: { readonly type: string, readonly drop: { readonly id: string, readonly status: DropStatus, readonly claimedAmount: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly isSoldOut: boolean, readonly isActive: boolean, readonly updatedAt: string } } };

export type DropOnScreenQueryVariables = Exact<{
  id: string;
}>;


export type DropOnScreenQuery = { readonly drop: DropOnScreenFragment | null, readonly me: { readonly id: string, readonly walletAddress: string | null } | null };

export type DropOnScreenFragment = (
  { readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly tokenAmount: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly createdAt: string, readonly randomnessCommitment: string | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly coinType: string | null, readonly status: TokenStatus } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null }
  & DropStateFragment
);

export type DropStateFragment = { readonly id: string, readonly status: DropStatus, readonly isActive: boolean, readonly isSoldOut: boolean, readonly maxAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly updatedAt: string };

export type WatchOwnDropSubscriptionVariables = Exact<{
  dropId: string;
}>;


export type WatchOwnDropSubscription = { readonly dropUpdates: { readonly id: string, readonly type: string, readonly drop: DropStateFragment } };

export type MoveDropMutationVariables = Exact<{
  id: string;
  input: UpdateDropInput;
}>;


export type MoveDropMutation = { readonly updateDrop: DropStateFragment | null };

export type DeleteDropMutationVariables = Exact<{
  id: string;
}>;


export type DeleteDropMutation = { readonly deleteDrop: boolean | null };

export type MyDropsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyDropsQuery = { readonly myDrops: ReadonlyArray<DropCardFragment> };

export type DropCardFragment = { readonly id: string, readonly title: string, readonly status: DropStatus, readonly type: DropType, readonly claimType: ClaimType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly createdAt: string, readonly token: { readonly id: string, readonly symbol: string, readonly decimals: number } | null };

export type GatingTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type GatingTemplatesQuery = { readonly gatingTemplates: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly category: string, readonly rules: ReadonlyArray<WrittenRuleFragment> }> };

export type SetGatingMutationVariables = Exact<{
  dropId: string;
  input: UpdateGatingConfigInput;
}>;


export type SetGatingMutation = { readonly updateGatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<WrittenRuleFragment> } | null };

export type WrittenRuleFragment = { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null };

export type KnownCoinsQueryVariables = Exact<{ [key: string]: never; }>;


export type KnownCoinsQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> }, readonly me: { readonly id: string, readonly tokens: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly coinType: string | null, readonly decimals: number }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DropStateFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}
    `, {"fragmentName":"DropState"}) as unknown as TypedDocumentString<DropStateFragment, unknown>;
export const DropOnScreenFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropOnScreen on Drop {
  ...DropState
  title
  description
  type
  claimType
  shortcode
  imageUrl
  price
  priceUSD
  currency
  supply
  tokenAmount
  maxPerWallet
  claimAccess
  createdAt
  randomnessCommitment
  creator {
    id
  }
  token {
    id
    name
    symbol
    decimals
    coinType
    status
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`, {"fragmentName":"DropOnScreen"}) as unknown as TypedDocumentString<DropOnScreenFragment, unknown>;
export const DropCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropCard on Drop {
  id
  title
  status
  type
  claimType
  shortcode
  imageUrl
  price
  currency
  supply
  maxAmount
  tokenAmount
  claimedAmount
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  createdAt
  token {
    id
    symbol
    decimals
  }
}
    `, {"fragmentName":"DropCard"}) as unknown as TypedDocumentString<DropCardFragment, unknown>;
export const WrittenRuleFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}
    `, {"fragmentName":"WrittenRule"}) as unknown as TypedDocumentString<WrittenRuleFragment, unknown>;
export const UploadFileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UploadFile($input: UploadFileInput!) {
  uploadFile(input: $input) {
    url
    filename
    size
    contentType
  }
}
    `) as unknown as TypedDocumentString<UploadFileMutation, UploadFileMutationVariables>;
export const WatchDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchDrop($dropId: ID!) {
  dropUpdates(dropId: $dropId) {
    type
    drop {
      id
      status
      claimedAmount
      claimCount
      percentClaimed
      isSoldOut
      isActive
      updatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<WatchDropSubscription, WatchDropSubscriptionVariables>;
export const DropOnScreenDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropOnScreen($id: ID!) {
  drop(id: $id) {
    ...DropOnScreen
  }
  me {
    id
    walletAddress
  }
}
    fragment DropOnScreen on Drop {
  ...DropState
  title
  description
  type
  claimType
  shortcode
  imageUrl
  price
  priceUSD
  currency
  supply
  tokenAmount
  maxPerWallet
  claimAccess
  createdAt
  randomnessCommitment
  creator {
    id
  }
  token {
    id
    name
    symbol
    decimals
    coinType
    status
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`) as unknown as TypedDocumentString<DropOnScreenQuery, DropOnScreenQueryVariables>;
export const WatchOwnDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchOwnDrop($dropId: ID!) {
  dropUpdates(dropId: $dropId) {
    id
    type
    drop {
      ...DropState
    }
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`) as unknown as TypedDocumentString<WatchOwnDropSubscription, WatchOwnDropSubscriptionVariables>;
export const MoveDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MoveDrop($id: ID!, $input: UpdateDropInput!) {
  updateDrop(id: $id, input: $input) {
    ...DropState
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`) as unknown as TypedDocumentString<MoveDropMutation, MoveDropMutationVariables>;
export const DeleteDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteDrop($id: ID!) {
  deleteDrop(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteDropMutation, DeleteDropMutationVariables>;
export const MyDropsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyDrops($limit: Int, $after: ID) {
  myDrops(limit: $limit, after: $after) {
    ...DropCard
  }
}
    fragment DropCard on Drop {
  id
  title
  status
  type
  claimType
  shortcode
  imageUrl
  price
  currency
  supply
  maxAmount
  tokenAmount
  claimedAmount
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  createdAt
  token {
    id
    symbol
    decimals
  }
}`) as unknown as TypedDocumentString<MyDropsQuery, MyDropsQueryVariables>;
export const GatingTemplatesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GatingTemplates {
  gatingTemplates {
    id
    name
    description
    category
    rules {
      ...WrittenRule
    }
  }
}
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}`) as unknown as TypedDocumentString<GatingTemplatesQuery, GatingTemplatesQueryVariables>;
export const SetGatingDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetGating($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) {
    id
    isActive
    rules {
      ...WrittenRule
    }
  }
}
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}`) as unknown as TypedDocumentString<SetGatingMutation, SetGatingMutationVariables>;
export const KnownCoinsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query KnownCoins {
  service {
    currencies {
      code
      coinType
      decimals
    }
  }
  me {
    id
    tokens(limit: 200) {
      id
      symbol
      coinType
      decimals
    }
  }
}
    `) as unknown as TypedDocumentString<KnownCoinsQuery, KnownCoinsQueryVariables>;

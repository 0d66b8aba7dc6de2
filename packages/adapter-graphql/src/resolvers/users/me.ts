import type { Queries } from '../operation.ts'

export const me: Queries['me'] = (_root, _args, { caller }) => caller.user

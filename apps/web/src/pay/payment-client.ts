import { createClient, type DropkitClient } from '@dropkit/client'

/** The client of a visitor who may read and pay one payment. */
export const paymentClient = (paymentIntentId: string): DropkitClient =>
  createClient({ url: location.origin, paymentIntentId })

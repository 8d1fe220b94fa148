import { vendorNames } from '../gen/vendors.ts'

/** What the console calls a product or a protocol. */
export const productNames = { ...vendorNames, muster: 'Muster’s own table' } as const

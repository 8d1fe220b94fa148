import { vendorFacts, type VendorFacts } from '../../contract/gen/vendors.ts'

/** What a command connects. */
export type VendorType = {
  vendor: VendorFacts['kinds'][number]
  /** What signs in there, and what it is called when it is asked for. */
  secret: NonNullable<VendorFacts['connector']>['secret']
  /** Where it usually is. */
  url: string | null
}

/** The sources that Muster reads by itself. `ldap` has options of its own, the others have `--type`. */
export const vendorTypes: Readonly<Record<string, VendorType>> = Object.fromEntries(
  Object.entries(vendorFacts).flatMap(([name, { kinds, connector }]) =>
    connector === undefined
      ? []
      : [[name, { vendor: kinds[0], secret: connector.secret, url: connector.url }]],
  ),
)

export function isVendor(type: string): boolean {
  return type !== 'ldap' && Object.hasOwn(vendorTypes, type)
}

/** The types that `--type` takes. */
export const vendorNames = Object.keys(vendorTypes).filter(isVendor)

/** What people call a product that a preview finds out. */
export function productName(product: string): string {
  const flavours = Object.values(vendorFacts).flatMap(({ connector }) =>
    Object.entries(connector?.flavours ?? {}),
  )
  const [, flavour] = flavours.find(([name]) => name === product) ?? []
  return flavour ?? vendorFacts[product]?.label ?? product
}

import { vendorFacts } from '../../contract/gen/vendors.ts'

/**
 * What a command connects: the sources that Muster reads by itself, with the kind of vendor, what signs in there, and where it usually
 * is. `ldap` has options of its own, the others have `--type`.
 */
export const vendorTypes = new Map(
  Object.entries(vendorFacts).flatMap(
    ([
      name,
      {
        kinds: [vendor],
        connector,
      },
    ]) => (connector === undefined ? [] : [[name, { vendor, ...connector }]]),
  ),
)

/** The types that `--type` takes. */
export const vendorNames = [...vendorTypes.keys()].filter((type) => type !== 'ldap')

/** What people call a product that a preview finds out. */
export function productName(product: string): string {
  const flavours = [...vendorTypes.values()].map(({ flavours: each }) => each[product])
  const flavour = flavours.find((each) => each !== undefined)
  return flavour ?? vendorFacts[product]?.label ?? product
}

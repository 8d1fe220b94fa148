import { lookup, type LookupAddress } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { mayConnect } from './allowed-address.ts'

/** The host is not where a source can be. Not sent again. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** A name may lead elsewhere at each connection, so that its addresses are checked at each. */
export const checkedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return done(error, '')
    const allowed = addresses.filter(({ address }) => mayConnect(host, address))
    const [first] = allowed
    if (first === undefined)
      return done(new RefusedAddress(refusal(host, addresses[0]?.address ?? 'nowhere')), '')
    if (options.all === true) return done(null, allowed)
    return done(null, first.address, first.family)
  })
}

/** An address needs no look-up, so that none would be checked. @throws RefusedAddress */
export function requireAddress(host: string): void {
  if (isIP(host) !== 0 && !mayConnect(host, host)) throw new RefusedAddress(refusal(host, host))
}

/**
 * An address of the host, for a client that would look the name up itself. IPv4 comes first, which more servers listen on.
 * @throws RefusedAddress where one of its addresses is none of a source, and what the look-up throws
 */
export async function checkedAddress(host: string): Promise<string> {
  requireAddress(host)
  if (isIP(host) !== 0) return host
  const addresses = await lookUp(host, { all: true, order: 'ipv4first' })
  const refused = addresses.find(({ address }) => !mayConnect(host, address))
  const [first] = addresses
  if (refused !== undefined || first === undefined)
    throw new RefusedAddress(refusal(host, refused?.address ?? 'nowhere'))
  return first.address
}

function refusal(host: string, address: string): string {
  return `${host} is at ${address}, where no source can be: Muster connects to no link-local, multicast or unspecified address, and to its own machine only by an address or localhost`
}

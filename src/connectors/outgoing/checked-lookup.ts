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

/** For a client that looks names up itself: all addresses of the host are where a source can be. @throws RefusedAddress */
export async function requireAddresses(host: string): Promise<void> {
  requireAddress(host)
  // Where there is no such name, connecting says so.
  const addresses = isIP(host) === 0 ? await lookUp(host, { all: true }).catch(() => []) : []
  const refused = addresses.find(({ address }) => !mayConnect(host, address))
  if (refused !== undefined) throw new RefusedAddress(refusal(host, refused.address))
}

function refusal(host: string, address: string): string {
  return `${host} is at ${address}, where no source can be: Muster connects to no link-local, multicast or unspecified address, and to its own machine only by an address or localhost`
}

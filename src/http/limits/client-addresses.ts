import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Finds the address of the client of a request, through the proxies that are trusted. */
export class ClientAddresses {
  readonly #trusted = new BlockList()

  /** `trusted` are networks in CIDR notation. */
  constructor(trusted: readonly string[]) {
    for (const network of trusted) {
      const [address = '', prefix] = network.split('/')
      this.#trusted.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
    }
  }

  /**
   * The address of the connection. If a trusted proxy opened it, the address that this proxy added to X-Forwarded-For, and so on
   * from right to left: the first that is not trusted, because a client can send everything before it. What is not an address
   * ends the search at the proxy that added it.
   */
  of({ socket, headers }: IncomingMessage): string {
    let address = withoutMapping(socket.remoteAddress ?? '')
    const hops = String(headers['x-forwarded-for'] ?? '')
    let end = hops.length
    while (end > 0 && this.#isTrusted(address)) {
      const comma = hops.lastIndexOf(',', end - 1)
      const hop = addressIn(hops.slice(comma + 1, end))
      if (hop === undefined) return address
      address = hop
      end = comma
    }
    return address
  }

  #isTrusted(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** The address of one entry, which some proxies write with a port. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const [, bracketed, dotted] =
    /^(?:\[([0-9a-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i.exec(text) ?? []
  const address = bracketed ?? dotted ?? text
  return isIP(address) === 0 || address.includes('%') ? undefined : withoutMapping(address)
}

/** An IPv4 address inside IPv6 as itself. */
export function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

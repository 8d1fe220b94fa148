import { BlockList, isIP } from 'node:net'

/** Addresses that no server has: unspecified, link-local (cloud metadata is there), multicast, reserved. */
const never = new BlockList()
never.addSubnet('0.0.0.0', 8)
never.addSubnet('169.254.0.0', 16)
never.addSubnet('224.0.0.0', 3)
never.addAddress('::', 'ipv6')
never.addSubnet('fe80::', 10, 'ipv6')
never.addSubnet('ff00::', 8, 'ipv6')
// The metadata service of AWS has a unique local address too.
never.addAddress('fd00:ec2::254', 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a connection to `host`, which is listed, may go to this address of it. A private address may be meant: GitLab often has one.
 * Loopback is meant only where the host is one by its name, so that no name leads to services of Muster's own machine.
 */
export function mayConnect(host: string, address: string): boolean {
  const plain = mappedAddress(address)
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0 || never.check(plain, family)) return false
  return !loopback.check(plain, family) || isLoopbackName(host)
}

/** Whether a host is the own machine by its name. */
export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost') return true
  const family = isIP(name)
  return family !== 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address within an IPv6 one (`::ffff:169.254.1.1`, also in hexadecimal digits, and by NAT64) is that IPv4 address. */
function mappedAddress(address: string): string {
  if (isIP(address) !== 6) return address
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [, high, low] =
    /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address.replace(/%.*$/, '')
  const number = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 0xff).join('.')
}

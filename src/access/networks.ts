import { isIP } from 'node:net'

/** A network of IPv6: its first address, and how many bits its addresses share. IPv4 is the part ::ffff:0:0/96 of it. */
type Network = { first: bigint; prefix: number }

/** Networks that were read, to look addresses up in. */
export type Networks = readonly Network[]

const mapped: Network = { first: 0xffffn << 32n, prefix: 96 }

/** The networks of texts in CIDR notation; what is not one contains nothing. */
export function networksOf(texts: readonly string[]): Networks {
  return texts.flatMap((text) => readNetwork(text) ?? [])
}

/** Whether an address is in one of these networks. An IPv4 address inside IPv6 is that IPv4 address. */
export function isIn(networks: Networks, address: string): boolean {
  const bits = bitsOf(address.replace(/%.*$/, ''))
  return bits !== undefined && networks.some((network) => contains(network, bits))
}

/** Whether every address of the network is in one of the others. */
export function isWithin(text: string, others: Networks): boolean {
  const network = readNetwork(text)
  return (
    network !== undefined &&
    others.some((other) => other.prefix <= network.prefix && contains(other, network.first))
  )
}

/** A network, or an address alone, in its one spelling; undefined if it is none, or has bits beyond its prefix. */
export function canonicalNetwork(text: string): string | undefined {
  const network = readNetwork(text)
  if (network === undefined) return undefined
  const { first, prefix } = network
  if (!isMapped(network)) return `${new URL(urlOf(text)).hostname.slice(1, -1)}/${prefix}`
  const bytes = [24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 0xffn)
  return `${bytes.join('.')}/${prefix - mapped.prefix}`
}

/** The whole of IPv6 has no IPv4 address in it. */
function contains(network: Network, bits: bigint): boolean {
  const isSameVersion = isMapped(network) === covers(mapped, bits)
  return isSameVersion && covers(network, bits)
}

function isMapped({ first, prefix }: Network): boolean {
  return prefix >= mapped.prefix && covers(mapped, first)
}

function covers({ first, prefix }: Network, bits: bigint): boolean {
  return (first ^ bits) >> BigInt(128 - prefix) === 0n
}

function readNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const first = bitsOf(address)
  if (first === undefined) return undefined
  const offset = isIP(address) === 4 ? mapped.prefix : 0
  const prefix = length === undefined ? 128 : offset + Number(length)
  const hasMore = prefix <= 128 && (first & ((1n << BigInt(128 - prefix)) - 1n)) !== 0n
  return prefix > 128 || hasMore ? undefined : { first, prefix }
}

function bitsOf(address: string): bigint | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  if (version === 4)
    return address.split('.').reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0xffffn)
  // The one spelling of RFC 5952: groups of hexadecimal digits, and :: once at most.
  const [head = '', tail] = new URL(urlOf(address)).hostname.slice(1, -1).split('::')
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0n)
  return [...left, ...zeros, ...right].reduce((bits, group) => (bits << 16n) | group, 0n)
}

function groupsOf(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`))
}

function urlOf(text: string): string {
  return `http://[${text.replace(/\/.*$/, '')}]`
}

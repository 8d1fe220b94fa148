/** A host that Muster may reach, in lower case; without a port every port of it. */
export type ListedHost = { host: string; port: number | null }

/** Asked each time before a connection is opened, because the list may have become shorter since the address was stored. */
export function isListed(
  listed: readonly ListedHost[],
  { host, port }: { host: string; port: number },
): boolean {
  const name = host.toLowerCase()
  return listed.some((each) => each.host === name && (each.port ?? port) === port)
}

/** Without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replaceAll(/[[\]]/g, '')
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

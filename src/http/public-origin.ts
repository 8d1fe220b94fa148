import { basePathOf, serverPaths } from '../contract/public-origin.ts'

/** Where a server is to listen, and how clients reach it if that is said. */
type Listening = { host: string; port: number; publicOrigin: string | undefined }

/** Scheme, authority and path under which clients reach a server of this configuration; an Error where the port is any free one. */
export function publicOriginOf(config: Listening): string {
  if (config.publicOrigin !== undefined) return withOtherPath(config.publicOrigin)
  if (config.port === 0)
    throw new Error(
      'With port 0 the address of the server is not known: give --public-origin or set MUSTER_PUBLIC_ORIGIN.',
    )
  return addressOf(config)
}

/** Requests with the path and those without it must differ, because a proxy may take it off. */
function withOtherPath(publicOrigin: string): string {
  const first = basePathOf(publicOrigin).split('/')[1]?.toLowerCase() ?? ''
  if (serverPaths.has(first))
    throw new Error(
      `MUSTER_PUBLIC_ORIGIN can't have the path /${first}: Muster has its own pages there.`,
    )
  return publicOrigin
}

/** Addresses that mean every one of the machine: to listen on, not to open. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** The address where it listens, in a form that can be opened. */
export function addressOf({ host, port }: Pick<Listening, 'host' | 'port'>): string {
  const named = wildcards.has(host) ? 'localhost' : host
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`
}

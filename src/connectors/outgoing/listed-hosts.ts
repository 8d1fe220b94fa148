import { ImportRefused } from '../records/record-source.ts'

/** A host that connectors may reach, in lower case; without a port every port of it. */
export type ListedHost = { host: string; port: number | null }

/**
 * Asked each time before a connection is opened, because the list may have become shorter since the address was stored.
 * @throws ImportRefused if the host isn't listed, with what to set
 */
export function requireListedHost(
  listed: readonly ListedHost[],
  { host, port }: { host: string; port: number },
): void {
  const name = host.toLowerCase()
  if (listed.some((each) => each.host === name && (each.port ?? port) === port)) return
  throw new ImportRefused(
    `Muster may not connect to ${host}:${port}. An operator adds ${name}:${port} to MUSTER_CONNECTOR_HOSTS in the server's environment.`,
  )
}

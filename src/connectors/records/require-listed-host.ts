import { isListed, type ListedHost } from '../../outgoing/listed-hosts.ts'
import { ImportRefused } from './record-source.ts'

/** @throws ImportRefused if the host isn't one that connectors may reach, with what to set */
export function requireListedHost(
  listed: readonly ListedHost[],
  { host, port }: { host: string; port: number },
): void {
  if (isListed(listed, { host, port })) return
  throw new ImportRefused(
    `Muster may not connect to ${host}:${port}. An operator adds ${host.toLowerCase()}:${port} to MUSTER_CONNECTOR_HOSTS in the server's environment.`,
  )
}

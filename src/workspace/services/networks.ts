import { canonicalNetwork, isWithin, networksOf } from '../../access/networks.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { loadHeld } from './admin-rules.ts'
import type { ServiceRow } from './queries.ts'

type Networks = readonly string[] | null

/** Networks that were sent, each in its one spelling and once; 422 `errors.allowed_networks` for what is none. */
export function readNetworks(sent: Networks): string[] | null {
  if (sent === null) return null
  const read = sent.map((text) => canonicalNetwork(text) ?? refuse(text))
  return [...new Set(read)]
}

function refuse(text: string): never {
  const message = `${JSON.stringify(text)} is no network, such as 192.0.2.0/24, 2001:db8::/32 or 192.0.2.7: no bit is set after its prefix`
  throw unprocessable({ allowed_networks: [message] })
}

/**
 * The networks that a locked service will have; 403 unless the caller holds every permission of the service, where
 * its tokens could then be used from more addresses.
 */
export async function decideNetworks(
  context: WriteContext,
  service: ServiceRow,
  sent: Networks | undefined,
): Promise<string[] | null> {
  const before = service.allowed_networks
  if (sent === undefined) return before
  const wanted = readNetworks(sent)
  if (before !== null && isWider(wanted, before)) {
    const { held } = await loadHeld(context, service.id)
    requireEach(
      context.caller,
      held,
      'The networks of a service are widened only by a caller who holds all that it holds.',
    )
  }
  return wanted
}

function isWider(wanted: Networks, before: readonly string[]): boolean {
  const allowed = networksOf(before)
  return wanted === null || !wanted.every((network) => isWithin(network, allowed))
}

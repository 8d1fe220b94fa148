import type { RowOf } from 'muster-sdk'

export type Webhook = RowOf<'/workspace/webhooks'>

/** One that is active, and can't send, shows so. */
export function stateOf({ state, delivery }: Pick<Webhook, 'state' | 'delivery'>): string {
  return state === 'active' && delivery.failures > 0 ? 'failed' : state
}

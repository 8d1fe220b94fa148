import { useMay } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Time } from '../../parts/time.tsx'

/** How many accounts a source has, as far as the API counts. */
export function AccountCount({ integration }: { integration: string }) {
  return useMay('directory.identity.view') ? <Count integration={integration} /> : null
}

function Count({ integration }: { integration: string }) {
  const { data } = useApi('/directory/identities', {
    params: {
      query: { 'filter[integration_id]': integration, 'page[size]': '1', 'page[total]': 'true' },
    },
  })
  const { total, total_is_capped: isCapped } = data?.meta ?? {}
  if (total === undefined) return null
  return `${total.toLocaleString('en')}${isCapped === true ? '+' : ''}`
}

/** When an account of the source last changed, as the audit log has it: rows about its accounts name it. */
export function LastChange({ integration }: { integration: string }) {
  return useMay('audit.log.view') ? <Last integration={integration} /> : null
}

function Last({ integration }: { integration: string }) {
  const { data } = useApi('/audit/logs', {
    params: { query: { 'filter[related]': integration, sort: '-at', 'page[size]': '1' } },
  })
  if (data === undefined) return null
  const at = data.data[0]?.at
  return at === undefined ? '–' : <Time at={at} />
}

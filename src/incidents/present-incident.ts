import type { Static } from 'typebox'
import { encodeId } from '../contract/ids.ts'
import { permissionsToDecide } from '../contract/permissions.ts'
import { instant, instantOrNull } from '../http/shapes/schema.ts'
import { correctSource } from '../policy/holds/correct-source.ts'
import type { HeldAccountRow, IncidentRow } from '../policy/holds/queries.ts'
import { presentReasons } from '../policy/holds/reasons.ts'
import type { DescribedIncident, ListedIncident } from '../policy/holds/schema.ts'

/** `base` has no trailing slash. */
export function presentIncident(
  row: IncidentRow,
  base: string,
  mayView: (rulesetId: string) => boolean,
): Static<typeof ListedIncident> {
  const id = encodeId('incident', row.id)
  const integration = encodeId('integration', row.integration_id)
  const { people, accounts, accounts_without_person, account_ends } = row.held
  return {
    id,
    state: row.state,
    closed_as: row.closed_as,
    integration: {
      id: integration,
      handle: row.integration_handle,
      vendor: row.integration_vendor,
    },
    reasons: presentReasons(row.reasons, mayView),
    people,
    accounts,
    accounts_without_person,
    account_ends,
    rejected_account_ends: row.rejected_account_ends,
    decision_permissions: permissionsToDecide(row.held.changes_profiles),
    correction: correctSource({ feed: row.feed, handle: row.integration_handle }),
    timestamp: {
      opened_at: instant(row.opened_at),
      closed_at: instantOrNull(row.closed_at),
      alerted_at: instantOrNull(row.alerted_at),
      updated_at: instant(row.updated_at),
    },
    links: {
      self: `${base}/policy/incidents/${id}`,
      effects: `${base}/policy/incidents/${id}/effects`,
      integration: `${base}/workspace/integrations/${integration}`,
      directory_users: `${base}/directory/users?filter[incident]=${id}`,
      directory_identities: `${base}/directory/identities?filter[incident]=${id}`,
    },
  }
}

export function presentHeldAccount(
  row: HeldAccountRow,
  seesPeople: boolean,
): Static<typeof DescribedIncident>['held'][number] {
  const { identity_id, directory_user_id, full_name, ...own } = row
  return {
    ...own,
    identity_id: encodeId('identity', identity_id),
    directory_user_id:
      directory_user_id === null ? null : encodeId('directoryUser', directory_user_id),
    full_name: seesPeople ? full_name : null,
  }
}

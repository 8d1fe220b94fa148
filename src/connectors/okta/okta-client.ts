import type { JsonObject } from '../../contract/json.ts'
import { markedServer } from '../pull/marked-server.ts'
import type { PullTools, SyncMark } from '../pull/connector.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { RestSession } from '../rest/rest-session.ts'
import { findRecord } from '../rest/find-record.ts'
import { byLink, listRows } from '../rest/pages.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import { requireSecret } from '../pull/require-secret.ts'
import { textOf } from '../rest/text-of.ts'
import { sinceTime } from '../rest/since-time.ts'
import type { RestSettings } from '../rest/rest-settings.ts'

export const reading = pulledFrom(openOkta)

const hints = {
  unauthorised:
    'The token is not valid. Make one in Okta under Security > API > Tokens, and send it as `credentials`. A token ends when nobody uses it for 30 days, and with its administrator.',
  forbidden:
    'The administrator of the token may not read this. The role Read-Only Administrator is enough.',
  missing:
    'Check the `url`: it is that of the organisation, such as https://acme.okta.com, and not that of its admin console.',
}

/** Users, groups and members of an Okta organisation, by its management API. */
function openOkta(settings: RestSettings, tools: PullTools): Vendor {
  const token = requireSecret(tools, 'token')
  const session = new RestSession({
    ...settings,
    ...tools,
    headers: () => ({ authorization: `SSWS ${token}` }),
    secrets: [token],
    hints,
  })
  const server = markedServer(['okta', settings.url, settings.reads_groups !== false])
  const list = (path: string, query: Readonly<Record<string, string>>) =>
    listRows(session, `api/v1/${path}?${new URLSearchParams(query).toString()}`, { next: byLink })
  const one = (path: string) => findRecord(session, `api/v1/${path}`, 'id')
  return {
    async *people(since) {
      // People who are deprovisioned are only listed when they are asked for.
      const filters = since === null ? [] : [`lastUpdated gt "${timeOf(since)}"`]
      yield* list('users', { limit: '200', ...filterOf(filters) })
      yield* list('users', { limit: '200', ...filterOf([...filters, 'status eq "DEPROVISIONED"']) })
    },
    personId: idOf,
    person: (id) => one(`users/${encodeURIComponent(id)}`),
    groupTypes: settings.reads_groups === false ? [] : ['idp_group'],
    async *groups(since) {
      const at = since && timeOf(since)
      const filters =
        at === null ? [] : [`lastUpdated gt "${at}" or lastMembershipUpdated gt "${at}"`]
      for await (const row of list('groups', { limit: '200', ...filterOf(filters) }))
        yield* groupsIn(row)
    },
    group: async ({ vendorId }) => {
      const row = await one(`groups/${encodeURIComponent(vendorId)}`)
      return row === null ? null : (groupsIn(row)[0] ?? null)
    },
    async *members({ vendorId }) {
      const path = `groups/${encodeURIComponent(vendorId)}/users`
      for await (const row of list(path, { limit: '200' })) yield idOf(row) ?? null
    },
    memberId: (member) => (typeof member === 'string' ? member : undefined),
    async member({ vendorId }, id) {
      if ((await one(`users/${encodeURIComponent(id)}`)) === null) return null
      for await (const row of list(`users/${encodeURIComponent(id)}/groups`, {}))
        if (idOf(row) === vendorId) return id
      return null
    },
    continues: (since) => since.server === server,
    mark: () => {
      const at = sinceTime(session)
      return at === null ? null : { server, at }
    },
    close: () => session.close(),
  }
}

const idOf = (row: JsonObject): string | undefined => textOf(row, 'id')

const filterOf = (filters: readonly string[]): Record<string, string> =>
  filters.length === 0 ? {} : { filter: filters.join(' and ') }

const timeOf = (since: SyncMark) => textOf(since, 'at') ?? ''

/** Everyone is in the group Everyone, which says nothing. */
function groupsIn(row: JsonObject): VendorGroup[] {
  const vendorId = idOf(row)
  const isEveryone = row['type'] === 'BUILT_IN' && textOf(row['profile'], 'name') === 'Everyone'
  return vendorId === undefined || isEveryone ? [] : [{ resourceType: 'idp_group', vendorId, row }]
}

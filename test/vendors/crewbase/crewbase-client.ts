import { isObject, type JsonObject, type JsonValue } from '../../../src/contract/json.ts'
import type { PullTools } from '../../../src/connectors/pull/connector.ts'
import { pulledFrom } from '../../../src/connectors/pull/pull-records.ts'
import { requireSecret } from '../../../src/connectors/pull/require-secret.ts'
import type { Vendor } from '../../../src/connectors/pull/vendor.ts'
import { findRecord } from '../../../src/connectors/rest/find-record.ts'
import { byCursor, listRows } from '../../../src/connectors/rest/pages.ts'
import { RestSession } from '../../../src/connectors/rest/rest-session.ts'
import type { RestSettings } from '../../../src/connectors/rest/rest-settings.ts'
import { textOf } from '../../../src/connectors/rest/text-of.ts'

export const reading = pulledFrom(openCrewbase)

const hints = {
  unauthorised:
    'The token is not valid. Make another one in Crewbase, and send it as `credentials`.',
  forbidden: 'The token may not read this. It needs the scope people.read.',
  missing: 'Check the `url`.',
}

/** People and teams. Crewbase has no list of changes. */
function openCrewbase(settings: RestSettings, tools: PullTools): Vendor {
  const token = requireSecret(tools, 'token')
  const session = new RestSession({
    ...settings,
    ...tools,
    headers: () => ({ authorization: `Bearer ${token}` }),
    secrets: [token],
    hints,
  })
  const list = (path: string, at: string) =>
    listRows(session, `v2/${path}`, { next: byCursor('cursor', 'meta', 'next_cursor'), at: [at] })
  return {
    people: () => list('people', 'people'),
    personId: idOf,
    person: (id) => findRecord(session, `v2/people/${encodeURIComponent(id)}`, 'person_id'),
    groupTypes: settings.reads_groups === false ? [] : ['idp_group'],
    async *groups() {
      for await (const row of list('teams', 'teams')) {
        const vendorId = textOf(row, 'team_id')
        if (vendorId !== undefined) yield { resourceType: 'idp_group', vendorId, row }
      }
    },
    members: ({ vendorId }) => list(`teams/${encodeURIComponent(vendorId)}/people`, 'people'),
    memberId: (member: JsonValue) => (isObject(member) ? idOf(member) : undefined),
    continues: () => false,
    mark: () => null,
    close: () => session.close(),
  }
}

const idOf = (row: JsonObject) => textOf(row, 'person_id')

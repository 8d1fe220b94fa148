import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  presentSummary,
  summaryJson,
  summarySource,
  type SummaryRow,
} from '../../policy/shapes/person-summary.ts'
import { identityJson, presentIdentity, type IdentityRow } from '../identities/identity-shape.ts'
import { listed } from './family-columns.ts'
import type { IntegrationRefJson, RelationKey, WorkspaceUserRefJson } from './schema.ts'
import { presentWorkspaceUserRef, seesWorkspaceUsers } from './workspace-user-ref.ts'

type Relation = {
  /** What follows `from directory_user u`, and yields at most one row, or some rows, for each person (`u`). */
  from: RawBuilder<unknown>
  json: RawBuilder<unknown>
  isMany?: true
  present: (text: string, context: Pick<ReadContext, 'may'>) => unknown
}

const person = (text: string) => presentSummary(parseJson<SummaryRow>(text))

/** The relations that describe always shows, in the same form. */
const relations: Readonly<Record<RelationKey, Relation>> = {
  user_manager: {
    from: sql`join ${summarySource} on p.id = u.manager_id`,
    json: summaryJson,
    present: person,
  },
  parent_user: {
    from: sql`join ${summarySource} on p.id = u.parent_user_id`,
    json: summaryJson,
    present: person,
  },
  workspace_user: {
    from: sql`join workspace_user w on w.directory_user_id = u.id`,
    json: sql`json_build_object('id', w.id, 'state', w.state, 'provider', w.provider, 'provider_id', w.provider_id,
      'name', w.name, 'handle', w.handle, 'email', w.email)`,
    present: (text, { may }) =>
      presentWorkspaceUserRef(parseJson<WorkspaceUserRefJson>(text), seesWorkspaceUsers(may)),
  },
  integration: {
    from: sql`join identity i on i.id = u.primary_identity_id join integration g on g.id = i.integration_id`,
    json: sql`json_build_object('id', g.id, 'vendor', g.vendor, 'is_primary', g.is_primary)`,
    present: (text) => {
      const found = parseJson<IntegrationRefJson>(text)
      return { ...found, id: encodeId('integration', found.id) }
    },
  },
  direct_report_users: {
    from: sql`cross join lateral (select ${summaryJson} as json from ${summarySource}
      where u.is_manager and p.manager_id = u.id and counts_as_report(p.state, p.deleted_at)
      order by p.full_name, p.id ${listed}) r`,
    json: sql`r.json`,
    isMany: true,
    present: person,
  },
  directory_identities: {
    from: sql`cross join lateral (select ${identityJson} as json from identity i join integration g on g.id = i.integration_id
      where i.directory_user_id = u.id order by i.integration_id, i.id ${listed}) r`,
    json: sql`r.json`,
    isMany: true,
    present: (text) => presentIdentity(parseJson<IdentityRow>(text)),
  },
}

/** Reads these relations of a page of people (uuids): one statement each. Returns those of a person. */
export async function relationsOfPage(
  context: Pick<ReadContext, 'db' | 'may'>,
  ids: readonly string[],
  keys: readonly RelationKey[],
): Promise<(id: string) => Record<string, unknown>> {
  const found = new Map<RelationKey, Map<string, unknown[]>>()
  for (const key of keys) found.set(key, await readRelation(context, ids, relations[key]))
  return (id) =>
    Object.fromEntries(
      [...found].map(([key, ofPage]) => {
        const records = ofPage.get(id) ?? []
        return [key, relations[key].isMany === true ? records : (records[0] ?? null)]
      }),
    )
}

async function readRelation(
  { db, may }: { db: Reader; may: ReadContext['may'] },
  ids: readonly string[],
  { from, json, present }: Relation,
): Promise<Map<string, unknown[]>> {
  const { rows } = await sql<{ id: string; record: string }>`
    select u.id, ${json} as record from directory_user u ${from} where u.id = any (${uuids(ids)})`.execute(
    db,
  )
  const records = new Map<string, unknown[]>()
  for (const { id, record } of rows) {
    const known = records.get(id)
    const shown = present(record, { may })
    if (known === undefined) records.set(id, [shown])
    else known.push(shown)
  }
  return records
}

import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { foldValue } from '../../policy/attributes/fold-value.ts'
import type { FolderFault } from './folder-error.ts'
import type { FolderResource } from './folder-file.ts'
import { resourceName } from './render-folder.ts'
import { faultAt, type Place } from './step.ts'

type Asked = Place & { named: FolderResource; role: string | undefined }

/**
 * What is wrong with a test whatever the policy says: it names a role or a resource that does not exist, which nobody
 * could have, so that `has: false` would always hold.
 */
export async function senselessTests(
  reader: Reader,
  tests: readonly Asked[],
): Promise<(test: Asked) => FolderFault | undefined> {
  const roles = await rolesByType(reader)
  const known = await existing(
    reader,
    tests.map(({ named }) => named),
  )
  return (test) => {
    const { named, role } = test
    const name = resourceName(named)
    if (!known.has(name)) return faultAt(test, `there is no ${name}`, '.resource')
    const allowed = roles.get(named.type) ?? []
    if (role === undefined || allowed.includes(role)) return undefined
    const said = `${JSON.stringify(role)} is no role of a ${named.type}; allowed: ${allowed.join(', ')}`
    return faultAt(test, said, '.role')
  }
}

async function rolesByType(reader: Reader): Promise<Map<string, string[]>> {
  const rows = await reader
    .selectFrom('policy_role')
    .select(['resource_type', 'handle'])
    .orderBy('handle')
    .execute()
  const found = Map.groupBy(rows, ({ resource_type }) => resource_type)
  return new Map([...found].map(([type, group]) => [type, group.map(({ handle }) => handle)]))
}

/** `resourceName` of those that are there, with a ruleset or without. */
async function existing(
  reader: Reader,
  resources: readonly FolderResource[],
): Promise<ReadonlySet<string>> {
  const asked = resources.map((resource) => ({
    ...resource,
    name: resourceName(resource),
    folded: foldValue(resource.value ?? ''),
  }))
  const { rows } = await sql<{ name: string }>`
    select asked.name from json_to_recordset(${JSON.stringify(asked)}::json) as asked (name text, type text,
      integration text, vendor_id text, handle text, dimension text, folded text)
    where exists (
        select from resource o join integration i on i.id = o.integration_id
        where i.handle = asked.integration and o.type = asked.type
          and case when asked.vendor_id is null then o.handle = asked.handle else o.vendor_id = asked.vendor_id end)
      or exists (
        select from attribute a join dimension d on d.id = a.dimension_id
        where asked.type = 'directory_attribute' and d.handle = asked.dimension
          and a.folded_value = asked.folded)`.execute(reader)
  return new Set(rows.map(({ name }) => name))
}

import { sql, type RawBuilder } from 'kysely'
import type { Filter } from 'scim2-parse-filter'
import { clip } from '../../contract/text.ts'
import { attributeNamed, resolvePath, type AttributePath } from './attribute-path.ts'
import type { Attribute, ResourceType } from './schema.ts'
import { invalidFilter } from './scim-problem.ts'

type Condition = RawBuilder<boolean>
type Comparison = Extract<Filter, { compValue: unknown }>

/**
 * A filter of RFC 7644 as a condition on `scim_resource r`. Texts compare without their case unless the schema says otherwise.
 * @throws ScimProblem 400 invalidFilter
 */
export function filterCondition(type: ResourceType, filter: Filter): Condition {
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => filterCondition(type, each)),
      )
    case 'not':
      return sql`not coalesce(${filterCondition(type, filter.filter)}, false)`
    case '[]': {
      const path = pathOf(type, filter.attrPath)
      if (path.attribute.name === 'members' || path.attribute.name === 'groups')
        return memberCondition(type, filter.valFilter)
      if (!path.attribute.isMany) throw invalidFilter(`${filter.attrPath} has no list of values.`)
      return someValue(documentAt(path.keys), (value) =>
        valueCondition(path.attribute, filter.valFilter, value),
      )
    }
    default:
      return attributeCondition(type, filter)
  }
}

function joined(op: 'and' | 'or', conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, op === 'and' ? sql` and ` : sql` or `)})`
}

function pathOf(type: ResourceType, text: string): AttributePath {
  const path = resolvePath(type, text)
  if (path === undefined)
    throw invalidFilter(`${type.kind} has no attribute ${JSON.stringify(clip(text))}.`)
  return path
}

function attributeCondition(
  type: ResourceType,
  filter: Comparison | Extract<Filter, { op: 'pr' }>,
): Condition {
  const path = pathOf(type, filter.attrPath)
  const [first] = path.keys
  if (first === 'id') return textCondition(sql`r.id::text`, filter, true)
  if (first === 'externalId') return textCondition(sql`r.external_id`, filter, true)
  if (first === nameOf(type)) return textCondition(nameKey, filter, false)
  if (first === 'meta') return metaCondition(type, path, filter)
  if (first === 'schemas') throw invalidFilter('A filter on schemas is not supported.')
  if (first === 'members' || first === 'groups') return membershipCondition(type, path, filter)
  const { attribute, around } = path
  if (around?.isMany === true)
    return someValue(documentAt([first]), (value) =>
      compared(attribute, filter, sql`${value} -> ${attribute.name}`),
    )
  if (attribute.isMany) {
    if (filter.op === 'pr') return someValue(documentAt(path.keys), () => sql`true`)
    const part = attributeNamed(attribute.subAttributes, 'value')
    if (part === undefined)
      throw invalidFilter(`${attribute.name} is compared by one of its parts.`)
    return someValue(documentAt(path.keys), (value) =>
      compared(part, filter, sql`${value} -> 'value'`),
    )
  }
  return compared(attribute, filter, documentAt(path.keys))
}

/** The attribute that `name_key` has in lower case. */
function nameOf({ kind }: ResourceType): string {
  return kind === 'User' ? 'userName' : 'displayName'
}

/** The value of the document at keys, as jsonb. */
export function documentAt(keys: readonly string[]): RawBuilder<unknown> {
  return sql`r.document #> ${sql.val([...keys])}::text[]`
}

function someValue(
  list: RawBuilder<unknown>,
  condition: (value: RawBuilder<unknown>) => Condition,
): Condition {
  return sql`exists (select from jsonb_array_elements(
    case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end) as each (value) where ${condition(sql`each.value`)})`
}

/** A filter in brackets, about one value of a multi-valued attribute. */
function valueCondition(
  attribute: Attribute,
  filter: Filter,
  value: RawBuilder<unknown>,
): Condition {
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => valueCondition(attribute, each, value)),
      )
    case 'not':
      return sql`not coalesce(${valueCondition(attribute, filter.filter, value)}, false)`
    case '[]':
      throw invalidFilter('A filter in brackets contains no further brackets.')
    default: {
      const sub = attributeNamed(attribute.subAttributes, filter.attrPath)
      if (sub === undefined) throw invalidFilter(`${attribute.name} has no ${filter.attrPath}.`)
      return compared(sub, filter, sql`${value} -> ${sub.name}`)
    }
  }
}

/** A comparison with a single value, as jsonb. */
function compared(
  { name, type, isCaseExact, subAttributes }: Attribute,
  filter: Comparison | Extract<Filter, { op: 'pr' }>,
  value: RawBuilder<unknown>,
): Condition {
  const present = sql<boolean>`coalesce(${value}, 'null') not in ('null', '""', '[]', '{}')`
  if (filter.op === 'pr') return present
  if (filter.compValue === null && filter.op === 'eq') return sql`not ${present}`
  if (filter.compValue === null && filter.op === 'ne') return present
  if (type === 'complex') {
    const part = attributeNamed(subAttributes, 'value')
    if (part === undefined) throw invalidFilter(`${name} is compared by one of its parts.`)
    return compared(part, filter, sql`${value} -> 'value'`)
  }
  if (type === 'boolean') return booleanCondition(name, filter, value)
  return textCondition(sql`${value} #>> '{}'`, filter, isCaseExact)
}

function booleanCondition(
  name: string,
  { op, compValue }: Comparison,
  value: RawBuilder<unknown>,
): Condition {
  const wanted = String(compValue).toLowerCase()
  if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false'))
    throw invalidFilter(`${name} is compared by eq or ne with true or false.`)
  const is = sql<boolean>`coalesce(${value} #>> '{}', ${name === 'active' ? 'true' : 'false'}) = ${wanted}`
  return op === 'eq' ? is : sql`not ${is}`
}

function textCondition(
  text: RawBuilder<unknown>,
  filter: Comparison | Extract<Filter, { op: 'pr' }>,
  isCaseExact: boolean,
): Condition {
  if (filter.op === 'pr') return sql`nullif(${text}, '') is not null`
  const { op, compValue } = filter
  if (compValue === null)
    return op === 'ne' ? sql`nullif(${text}, '') is not null` : sql`nullif(${text}, '') is null`
  const wanted = isCaseExact ? String(compValue) : String(compValue).toLowerCase()
  // A column in lower case is compared as it is, by its index.
  const left = isCaseExact || text === nameKey ? text : sql`lower(${text})`
  switch (op) {
    case 'eq':
      return sql`${left} = ${wanted}`
    case 'ne':
      return sql`${left} is distinct from ${wanted}`
    case 'co':
      return sql`strpos(${left}, ${wanted}) > 0`
    case 'sw':
      return sql`starts_with(${left}, ${wanted})`
    case 'ew':
      return sql`right(${left}, ${wanted.length}) = ${wanted}`
    default:
      return sql`${left} collate "C" ${operators[op]} ${wanted}`
  }
}

const nameKey = sql`r.name_key`
const operators = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function metaCondition(
  { kind }: ResourceType,
  { attribute }: AttributePath,
  filter: Comparison | Extract<Filter, { op: 'pr' }>,
): Condition {
  if (attribute.name === 'resourceType') return textCondition(sql`${kind}::text`, filter, true)
  const column = instants[attribute.name]
  if (column === undefined)
    throw invalidFilter('Of meta, created, lastModified and resourceType can be filtered by.')
  if (filter.op === 'pr') return sql`true`
  const wanted = typeof filter.compValue === 'string' ? new Date(filter.compValue) : new Date(NaN)
  const operator = { ...operators, eq: sql`=`, ne: sql`<>`, co: null, sw: null, ew: null }[
    filter.op
  ]
  const isInstant = Math.abs(wanted.getUTCFullYear() - 5000) < 5000
  if (!isInstant || operator === null)
    throw invalidFilter(
      `meta.${attribute.name} is compared with an instant, such as "2026-01-31T00:00:00Z".`,
    )
  return sql`date_trunc('milliseconds', ${column}) ${operator} ${wanted}`
}

const instants: Readonly<Record<string, RawBuilder<unknown>>> = {
  created: sql`r.created_at`,
  lastModified: sql`r.updated_at`,
}

/** `members eq "…"`, `members.value eq "…"`, and the same of a user's groups. */
function membershipCondition(
  type: ResourceType,
  { attribute }: AttributePath,
  filter: Comparison | Extract<Filter, { op: 'pr' }>,
): Condition {
  const isId = attribute.isMany || attribute.name === 'value'
  if (!isId || filter.op !== 'eq' || typeof filter.compValue !== 'string')
    throw invalidFilter('Memberships can be filtered by eq and an id.')
  return isMember(type, filter.compValue)
}

function memberCondition(type: ResourceType, filter: Filter): Condition {
  const isId = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value'
  if (!isId || typeof filter.compValue !== 'string')
    throw invalidFilter('Memberships can be filtered by value eq and an id.')
  return isMember(type, filter.compValue)
}

function isMember({ kind }: ResourceType, id: string): Condition {
  const [own, other] = kind === 'Group' ? [sql`g`, sql`i`] : [sql`i`, sql`g`]
  return sql`exists (
    select from resource g join resource_member m on m.resource_id = g.id join identity i on i.id = m.identity_id
    where g.integration_id = r.integration_id and i.integration_id = r.integration_id
      and ${own}.vendor_id = r.id::text and ${other}.vendor_id = ${id})`
}

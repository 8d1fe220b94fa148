import { sql, type RawBuilder } from 'kysely'
import type { Filter } from 'scim2-parse-filter'
import { clip } from '../../contract/text.ts'
import { attributeNamed, resolveClientPath, type AttributePath } from './attribute-path.ts'
import type { ClientProfile } from './client-profiles.ts'
import { foldCase } from './fold-case.ts'
import type { Attribute } from './attributes.ts'
import type { ResourceType } from './schema.ts'
import { invalidFilter } from './scim-problem.ts'

type Condition = RawBuilder<boolean>
type Comparison = Extract<Filter, { compValue: unknown }>
type Test = Comparison | Extract<Filter, { op: 'pr' }>

/** The kind of resource that a filter is about, and the other kinds of the same search: their attributes have no value here. */
export type FilterScope = {
  type: ResourceType
  others: readonly ResourceType[]
  client: ClientProfile
}

/**
 * A filter of RFC 7644 as a condition on `scim_resource r`. Texts compare without their case unless the schema says otherwise.
 * @throws ScimProblem 400 invalidFilter
 */
export function filterCondition(scope: FilterScope, filter: Filter): Condition {
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => filterCondition(scope, each)),
      )
    case 'not':
      return sql`not coalesce(${filterCondition(scope, filter.filter)}, false)`
    case '[]': {
      const path = pathOf(scope, filter.attrPath)
      if (path === undefined) return sql`false`
      if (path.attribute.name === 'members' || path.attribute.name === 'groups')
        return memberCondition(scope, filter.valFilter)
      if (!path.attribute.isMany) throw invalidFilter(`${filter.attrPath} has no list of values.`)
      return someValue(documentAt(path.keys), (value) =>
        valueCondition(
          { client: scope.client, attribute: path.attribute, value },
          filter.valFilter,
        ),
      )
    }
    default:
      return attributeCondition(scope, filter)
  }
}

function joined(op: 'and' | 'or', conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, op === 'and' ? sql` and ` : sql` or `)})`
}

/** Undefined for an attribute of another kind alone. */
function pathOf({ type, others, client }: FilterScope, text: string): AttributePath | undefined {
  const path = resolveClientPath(type, text, { client })
  const isKnown = [path, ...others.map((other) => resolveClientPath(other, text, { client }))].some(
    (each) => each !== undefined,
  )
  if (!isKnown) throw invalidFilter(`${type.kind} has no attribute ${JSON.stringify(clip(text))}.`)
  return path
}

function attributeCondition(scope: FilterScope, filter: Test): Condition {
  const { type, client } = scope
  const path = pathOf(scope, filter.attrPath)
  if (path === undefined) return isTrueOfNothing(filter) ? sql`true` : sql`false`
  const [first] = path.keys
  if (first === 'id') return textCondition(sql`r.id::text`, filter, true)
  if (first === 'externalId') return textCondition(sql`r.external_id`, filter, true)
  if (first === nameOf(type)) return textCondition(nameKey, filter, false)
  if (first === 'meta') return metaCondition(type, path, filter)
  if (first === 'schemas') return schemasCondition(type, filter)
  if (first === 'members' || first === 'groups') return membershipCondition(scope, path, filter)
  const { attribute, around } = path
  const list = documentAt([first])
  const isThere = someValue(list, () => sql`true`)
  const ofSome = (condition: Condition) =>
    isTrueOfNothing(filter) ? sql<boolean>`(${condition} or not ${isThere})` : condition
  if (around?.isMany === true)
    return ofSome(
      someValue(list, (value) =>
        compared({ client, attribute, value: sql`${value} -> ${attribute.name}` }, filter),
      ),
    )
  if (!attribute.isMany)
    return compared({ client, attribute, value: documentAt(path.keys) }, filter)
  if (filter.op === 'pr') return isThere
  if (filter.compValue === null) return filter.op === 'ne' ? isThere : sql`not ${isThere}`
  const part = attributeNamed(attribute.subAttributes, 'value')
  if (part === undefined) throw invalidFilter(`${attribute.name} is compared by one of its parts.`)
  return ofSome(
    someValue(list, (value) =>
      compared({ client, attribute: part, value: sql`${value} -> 'value'` }, filter),
    ),
  )
}

/** What a test says of an attribute that has no value. */
function isTrueOfNothing(filter: Test): boolean {
  if (filter.op === 'pr') return false
  return filter.compValue === null ? filter.op === 'eq' : filter.op === 'ne'
}

/** Of the schemas of a resource one meets the test; with `ne`, none is that one. */
function schemasCondition({ core }: ResourceType, filter: Test): Condition {
  if (filter.op === 'pr') return sql`true`
  const test = filter.op === 'ne' ? ({ ...filter, op: 'eq' } as const) : filter
  const some = sql<boolean>`(${textCondition(sql`${core.id}::text`, test, false)} or exists (
    select from jsonb_object_keys(r.document) as own (key) where own.key ilike 'urn:%' and ${textCondition(sql`own.key`, test, false)}))`
  return filter.op === 'ne' ? sql`not ${some}` : some
}

/** The attribute that `name_key` has, folded. */
export function nameOf({ kind }: ResourceType): string {
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

/** A value in a document, as jsonb, and the attribute that it is of. */
type Compared = { client: ClientProfile; attribute: Attribute; value: RawBuilder<unknown> }

/** A filter in brackets, about one value of a multi-valued attribute. */
function valueCondition(one: Compared, filter: Filter): Condition {
  const { client, attribute, value } = one
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => valueCondition(one, each)),
      )
    case 'not':
      return sql`not coalesce(${valueCondition(one, filter.filter)}, false)`
    case '[]':
      throw invalidFilter('A filter in brackets contains no further brackets.')
    default: {
      const sub = attributeNamed(attribute.subAttributes, filter.attrPath)
      if (sub === undefined) throw invalidFilter(`${attribute.name} has no ${filter.attrPath}.`)
      return compared({ client, attribute: sub, value: sql`${value} -> ${sub.name}` }, filter)
    }
  }
}

const ordering: ReadonlySet<Filter['op']> = new Set(['gt', 'ge', 'lt', 'le'])

/** A comparison with a single value. */
function compared(one: Compared, filter: Test): Condition {
  const { client, attribute, value } = one
  const { name, type, isCaseExact, subAttributes } = attribute
  const present = sql<boolean>`coalesce(${value}, 'null') not in ('null', '""', '[]', '{}')`
  if (filter.op === 'pr') return present
  if (filter.compValue === null) return filter.op === 'ne' ? present : sql`not ${present}`
  if (type === 'complex') {
    const part = attributeNamed(subAttributes, 'value')
    if (part === undefined) throw invalidFilter(`${name} is compared by one of its parts.`)
    return compared({ client, attribute: part, value: sql`${value} -> 'value'` }, filter)
  }
  if (type === 'boolean') return booleanCondition(one, filter)
  if (type === 'binary' && ordering.has(filter.op))
    throw invalidFilter(`${name} is binary, and has no order.`)
  return textCondition(sql`${value} #>> '{}'`, filter, isCaseExact)
}

function booleanCondition(
  { attribute: { name }, value }: Compared,
  { op, compValue }: Comparison,
): Condition {
  const isBoolean = /^(true|false)$/i.test(String(compValue))
  if ((op !== 'eq' && op !== 'ne') || !isBoolean)
    throw invalidFilter(`${name} is compared by eq or ne with true or false.`)
  const wanted = String(compValue).toLowerCase()
  const is = sql<boolean>`coalesce(${value} #>> '{}', ${name === 'active' ? 'true' : 'false'}) = ${wanted}`
  return op === 'eq' ? is : sql`not ${is}`
}

function textCondition(text: RawBuilder<unknown>, filter: Test, isCaseExact: boolean): Condition {
  if (filter.op === 'pr') return sql`nullif(${text}, '') is not null`
  const { op, compValue } = filter
  if (compValue === null)
    return op === 'ne' ? sql`nullif(${text}, '') is not null` : sql`nullif(${text}, '') is null`
  const [left, wanted] = comparable(text, String(compValue), isCaseExact)
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
      return sql`right(${left}, char_length(${wanted})) = ${wanted}`
    default:
      return sql`${left} collate "C" ${operators[op]} ${wanted}`
  }
}

/** Both sides are folded by one side: by us for the key, which its index has as it is, else by the database. */
function comparable(
  text: RawBuilder<unknown>,
  wanted: string,
  isCaseExact: boolean,
): [RawBuilder<unknown>, RawBuilder<unknown>] {
  if (isCaseExact) return [text, sql`${wanted}::text`]
  if (text === nameKey) return [text, sql`${foldCase(wanted)}::text`]
  return [folded(text), folded(sql`${wanted}::text`)]
}

/** A text without its case, as far as the locale of the database knows letters. */
export function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(normalize(upper(${text})))`
}

export const nameKey = sql`r.name_key`
const operators = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function metaCondition(
  { kind }: ResourceType,
  { attribute }: AttributePath,
  filter: Test,
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
  { type }: FilterScope,
  { attribute }: AttributePath,
  filter: Test,
): Condition {
  const isId = attribute.isMany || attribute.name === 'value'
  if (!isId || filter.op !== 'eq' || typeof filter.compValue !== 'string')
    throw invalidFilter('Memberships can be filtered by eq and an id.')
  return isMember(type, filter.compValue)
}

function memberCondition({ type }: FilterScope, filter: Filter): Condition {
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

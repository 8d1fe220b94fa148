import type { Field } from './operations.ts'

/** Flags that are not the names of their fields. */
const flags: Readonly<Record<string, string>> = {
  at_after: 'after',
  at_before: 'before',
  directory_user_id: 'user',
  event_types: 'event-type',
  exceeds_limits: 'beyond-limits',
  expires_at: 'until',
  expires_in_days: 'days',
  full_sync_every_seconds: 'full-every',
  has_suggestion: 'suggested',
  integration_id: 'source',
  integration_ids: 'source',
  is_manager: 'managers',
  name_search: 'search',
  parent_user_id: 'parent',
  permissions: 'permission',
  policy_keys: 'policy-key',
  resource_ids: 'resource',
  role_handle: 'role',
  roles: 'role',
  scopes: 'scope',
  sync_every_seconds: 'every',
  // --url is the server.
  url: 'to',
  users: 'user',
  workspace_user_id: 'user',
}

/** Which records filters name by their ids: the document has only the ids of bodies. */
const references: Readonly<Record<string, string>> = {
  actor: 'wsusr_',
  author_id: 'wsusr_',
  dimension: 'drdim_',
  dimension_id: 'drdim_',
  directory_user_id: 'drusr_',
  incident: 'poinc_',
  integration_id: 'wsitg_',
  manager_id: 'drusr_',
  parent_user_id: 'drusr_',
  ruleset_id: 'poset_',
  subject: 'drusr_',
  user_id: 'drusr_',
  users: 'drusr_',
  workspace_user_id: 'wsusr_',
}

/** What an option gives for null, which commander takes for a value that is missing. */
export const removed = Symbol('removed')

/** `filter[manager_id]` is `manager_id`. */
export function bareName(name: string): string {
  return /^filter\[(\w+)\]$/.exec(name)?.[1] ?? name
}

/** The flag of a filter or of a field of a body, without hyphens: `--manager` of `manager_id`. */
export function flagOf(field: Pick<Field, 'name' | 'kind'>): string {
  const name = bareName(field.name)
  const known = flags[name]
  if (known !== undefined) return known
  const isId = field.kind === 'id' || references[name] !== undefined
  return name
    .replace(/^(is|has)_/, '')
    .replace(/_profile_(key|holds)$/, '_$1')
    .replace(isId ? /_id$/ : /$^/, '')
    .replaceAll('_', '-')
}

/** The prefix of the records of which a field takes one; undefined for any other. */
export function referenceOf({ name, kind, prefix }: Field): string | undefined {
  return kind === 'id' ? prefix : references[bareName(name)]
}

/** The filters of a list that commands have: a search of everything stands for those of parts, and ids are shown one at a time. */
export function filtersAmong(query: readonly Field[]): readonly Field[] {
  const hasSearch = query.some(({ name }) => name === 'filter[search]')
  return query.filter(({ name }) => {
    const isPart = name.endsWith('_search]') && (hasSearch || name !== 'filter[name_search]')
    return name.startsWith('filter[') && name !== 'filter[id]' && !isPart
  })
}

/** A text of the server, with flags in place of its fields. Names of one word are words of sentences too: only quoted ones are fields. */
export function withFlags(text: string, fields: readonly Field[]): string {
  return fields.reduce((said, field) => {
    const { name } = field
    const flag = `--${flagOf(field)}`
    const query = said
      .replaceAll(`The query parameter ${name} `, `${flag} `)
      .replaceAll(`query parameter ${name}`, flag)
    if (name !== bareName(name)) return query.replaceAll(name, flag)
    const quoted = query.replaceAll(`\`${name}\``, flag)
    return name.includes('_')
      ? quoted.replaceAll(new RegExp(`(?<![\\w.-])${name}(?!\\w)`, 'g'), flag)
      : quoted
  }, text)
}

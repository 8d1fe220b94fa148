import { callApi, type ApiOptions } from './api-client.ts'
import { CommandFailed, table } from './output.ts'

export type FoundUser = { id: string; full_name: string; email: string | null; state: string }
export type FoundRuleset = {
  id: string
  type: string
  policy_resource: { name: string; handle: string | null }
}

type List<Row> = { data: Row[] }

/** How many candidates an ambiguous name lists. */
const candidates = 10
/** The API searches from three characters on. */
const shortestSearch = 3

/**
 * The directory user of that id, e-mail address, username or name. A name may be incomplete where one person has it.
 * Fails with the candidates where it is ambiguous.
 */
export async function findUser(options: ApiOptions, named: string): Promise<FoundUser> {
  const find = async (filter: string) =>
    (await listFirst<FoundUser>(options, '/directory/users', { [`filter[${filter}]`]: named })).data
  if (named.startsWith('drusr_'))
    return callApi(options, 'GET', `/directory/users/${encodeURIComponent(named)}`)
  const exact = await find(named.includes('@') ? 'email' : 'username')
  const found = exact.length > 0 || named.length < shortestSearch ? exact : await find('search')
  return onlyOne(found, {
    named,
    what: 'person',
    hint: 'Look for them with `muster who`.',
    instead: 'an id',
    isExact: ({ full_name }) => isSame(full_name, named),
    show: ({ full_name, email, state, id }) => [full_name, email ?? '', state, id],
  })
}

/** The id of the directory user that {@link findUser} finds; an id is believed. */
export async function findUserId(options: ApiOptions, named: string): Promise<string> {
  return named.startsWith('drusr_')
    ? encodeURIComponent(named)
    : (await findUser(options, named)).id
}

/**
 * The ruleset of that id, or of the resource or attribute of that id, handle or name; `type` is that of its resource. Fails
 * with the candidates where it is ambiguous.
 */
export async function findRuleset(
  options: ApiOptions,
  named: string,
  type: string | undefined,
): Promise<FoundRuleset> {
  if (named.startsWith('poset_'))
    return callApi(options, 'GET', `/policy/rulesets/${encodeURIComponent(named)}`)
  const isId = /^(dirsc|dratr)_/.test(named)
  if (!isId && named.length < shortestSearch)
    throw new CommandFailed(`Give at least ${shortestSearch} characters of the name, or an id.`)
  const { data } = await listFirst<FoundRuleset>(options, '/policy/rulesets', {
    [isId ? 'filter[resource_id]' : 'filter[search]']: named,
    ...(type === undefined ? {} : { 'filter[type]': type }),
  })
  return onlyOne(data, {
    named,
    what: 'resource with a ruleset',
    hint: 'Part of its name or handle is enough.',
    instead: 'an id, or --type',
    isExact: ({ policy_resource: { name, handle } }) =>
      isSame(name, named) || isSame(handle ?? '', named),
    show: ({ type, policy_resource: { name, handle }, id }) => [type, name, handle ?? '', id],
  })
}

async function listFirst<Row>(
  options: ApiOptions,
  path: string,
  filters: Record<string, string>,
): Promise<List<Row>> {
  const query = new URLSearchParams({ ...filters, 'page[size]': '500' })
  return callApi(options, 'GET', `${path}?${query.toString()}`)
}

type Wanted<Row> = {
  named: string
  what: string
  /** What to do where there is none. */
  hint: string
  /** What to give where there are several. */
  instead: string
  isExact: (row: Row) => boolean
  show: (row: Row) => string[]
}

function onlyOne<Row>(
  found: readonly Row[],
  { named, what, hint, instead, isExact, show }: Wanted<Row>,
): Row {
  const exact = found.filter(isExact)
  const left = exact.length > 0 ? exact : found
  const [first] = left
  if (first === undefined) throw new CommandFailed(`No ${what} is named ${named}. ${hint}`)
  if (left.length === 1) return first
  const listed = table(left.slice(0, candidates).map(show)).replace(/^/gm, '  ')
  const more = left.length > candidates ? `\n  and ${left.length - candidates} more` : ''
  throw new CommandFailed(`${named} may be one of these; give ${instead}:\n${listed}${more}`)
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}

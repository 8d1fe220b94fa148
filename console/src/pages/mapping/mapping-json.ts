/** A mapping as the API has it, of which the form knows a part. */
export type Json = Readonly<Record<string, unknown>>

export type AccountState = 'active' | 'suspended' | 'deactivated'
export const accountStates = ['active', 'suspended', 'deactivated'] as const

/** Where the states of a source stand, and what each value means. */
export type StateSource = { path: string; values: Readonly<Record<string, string>> }

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueAt(mapping: Json, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isJson(value) ? value[key] : undefined), mapping)
}

/** A list of texts, such as paths; empty where there is none. */
export function textsAt(mapping: Json, keys: readonly string[]): readonly string[] {
  const value = valueAt(mapping, keys)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** A copy that has a value there. */
export function withAt(mapping: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return mapping
  if (rest.length === 0) return { ...mapping, [key]: value }
  const inner = mapping[key]
  return { ...mapping, [key]: withAt(isJson(inner) ? inner : {}, rest, value) }
}

/** The columns of the records that a path of the mapping is read from; none where they have no such column. */
export type ColumnsAt = (path: string) => readonly string[]

/** By a file: the server compares the names, and says which are bound. */
export function byBindings(bindings: readonly { path: string; column: string }[]): ColumnsAt {
  const columns = Map.groupBy(bindings, ({ path }) => path)
  return (path) => (columns.get(path) ?? []).map(({ column }) => column)
}

/** By records whose names are those of the mapping. */
export function byExactName(columns: readonly string[]): ColumnsAt {
  const names = new Set(columns)
  return (path) => (names.has(path) ? [path] : [])
}

/** By keys of stored profiles, where no file says what is bound. It decides only what is shown first. */
export function byLikeName(keys: readonly string[]): ColumnsAt {
  const byName = Map.groupBy(keys, plain)
  return (path) => byName.get(plain(path)) ?? []
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** With those first that the records have. */
export function withKnownFirst(paths: readonly string[], columnsAt: ColumnsAt) {
  const isKnown = (path: string) => columnsAt(path).length > 0
  return { first: paths.filter(isKnown), others: paths.filter((path) => !isKnown(path)) }
}

const stateKeys = ['account', 'state']

export function otherwiseOf(mapping: Json): AccountState {
  const value = valueAt(mapping, [...stateKeys, 'otherwise'])
  return accountStates.find((each) => each === value) ?? 'active'
}

export function withOtherwise(mapping: Json, state: AccountState): Json {
  return withAt(mapping, [...stateKeys, 'otherwise'], state)
}

/** The whole entries: they may have more than the form shows. */
function sourceEntries(mapping: Json): readonly Json[] {
  const sources = valueAt(mapping, [...stateKeys, 'sources'])
  return Array.isArray(sources) ? sources.filter(isJson) : []
}

export function stateSources(mapping: Json): StateSource[] {
  return sourceEntries(mapping).flatMap(({ path, values }) =>
    typeof path === 'string' ? [{ path, values: tableOf(mapping, values) }] : [],
  )
}

/** A source has a table of its own, or names one that several share. */
function tableOf(mapping: Json, values: unknown): Record<string, string> {
  return textsOf(
    typeof values === 'string' ? valueAt(mapping, [...stateKeys, 'words', values]) : values,
  )
}

function textsOf(values: unknown): Record<string, string> {
  const entries = isJson(values) ? Object.entries(values) : []
  return Object.fromEntries(
    entries.flatMap(([key, to]) => (typeof to === 'string' ? [[key, to]] : [])),
  )
}

/** Gives a value of a source a meaning, or takes it away, in a table of its own. Values compare in lower case. */
export function withMeaning(
  mapping: Json,
  { path, value }: { path: string; value: string },
  state: AccountState | undefined,
): Json {
  const key = value.trim().toLowerCase()
  const sources = sourceEntries(mapping).map((source) => {
    if (source['path'] !== path) return source
    const { [key]: _former, ...others } = tableOf(mapping, source['values'])
    const values = state === undefined ? others : { ...others, [key]: state }
    return Object.assign({}, source, { values })
  })
  return withAt(mapping, [...stateKeys, 'sources'], sources)
}

/** The keys that are added to the profile, each with its paths. */
export function extraKeys(mapping: Json): readonly string[] {
  const extra = valueAt(mapping, ['account', 'profile_extra'])
  return isJson(extra) ? Object.keys(extra) : []
}

import type { Body, ListPath, Muster, RowOf, paths } from '../../sdk/src/index.ts'
import type { Value } from './facts.ts'
import { labels, type Labels } from './fact-labels.ts'
import { factsOf, idOf, type Fact } from './facts.ts'
import type { OutputOptions } from './output-options.ts'
import type { Field } from './present.ts'

type OnePath = Parameters<Muster['get']>[0]
type QueryKey<L extends ListPath> = Extract<
  keyof NonNullable<paths[L]['get']['parameters']['query']>,
  string
>

/** A filter of a list, as an option. Without a `<value>` in `flags` it is on or off. `of`: it takes a name of that noun. */
export type Filter<Key = string> = {
  flags: string
  about: string
  key: Key
  choices?: readonly string[]
  /** It takes a date, and gives its instant. */
  isDate?: boolean
  of?: () => Noun
}

/** Whose rows a list has, where they belong to a record of another noun. Without `flags` it is the first argument. */
export type Owner = { of: () => Noun; param: string; flags?: string; list: ListPath; one: OnePath }

/** How a record is named, apart from its own id. */
type Naming<Row, Key> = {
  /** What a record is called; an exact name goes before a part of one. */
  names: (row: Row) => readonly (string | null)[]
  /** Filters of which one value names one record for certain. They go before `names`. */
  exact?: readonly Key[]
  /** The filter that finds a part of a name. Without one the whole list is read. */
  search?: Key
  /** The filter that finds a whole name that is too short for `search`. Without one the whole list is read. */
  short?: Key
  /** Filters by the ids of other records that name one, by their prefix. */
  references?: Readonly<Record<string, Key>>
}

type Spec<L extends ListPath, S extends OnePath> = {
  name: string
  /** In `No <what> is named …`. */
  what: string
  about: string
  /** What the argument that names one may be. */
  argument: string
  prefix: string
  list: L
  one: S
  param: string
  owners?: readonly Owner[]
  fields: readonly Field<RowOf<L>>[]
  /** What CSV has besides. */
  csvFields?: readonly Field<RowOf<L>>[]
  filters?: readonly Filter<QueryKey<L>>[]
  /** Columns with ids of people, which are printed by name to those who may see it. */
  people?: readonly string[]
  /** The order of `list`, where it is not that of the API. */
  sort?: string
  naming?: Naming<RowOf<L>, QueryKey<L>>
  /** How one is described, where that is not every field of it. */
  title: (record: Body<'get', S>) => string
  facts?: (record: Body<'get', S>) => readonly Fact[]
  labels?: Labels
  /** A long part of one, which its `flags` print alone, as a file has it. */
  part?: { flags: string; about: string; of: (record: Body<'get', S>) => unknown }
  sections?: (record: Body<'get', S>, muster: Muster) => Promise<readonly string[]>
}

/** A row of a list: `values` by the noun's columns, `csvValues` by those of CSV, `record` as the API returns it. */
export type NounRow = {
  id: string
  names: readonly string[]
  values: readonly Value[]
  csvValues: readonly Value[]
  record: unknown
}
export type Described = {
  id: string
  title: string
  facts: readonly Fact[]
  sections: readonly string[]
  labels: Labels
  record: unknown
  /** The noun's `part` of it. */
  part: unknown
}
export type Params = { path?: Record<string, string>; query?: Record<string, string> }
type Reads = { muster: Muster; params: Params; owner?: Owner | undefined }

/** Something that the command line lists and shows, declared once in `nouns.ts`. */
export type Noun = Pick<
  Spec<ListPath, OnePath>,
  'name' | 'what' | 'about' | 'argument' | 'prefix' | 'param' | 'sort' | 'people'
> & {
  owners: readonly Owner[]
  columns: readonly string[]
  /** What CSV has besides `columns`. */
  csvColumns: readonly string[]
  filters: readonly Filter[]
  part?: { flags: string; about: string }
  naming: {
    exact: readonly string[]
    search: string | undefined
    short: string | undefined
    references: Readonly<Record<string, string>>
  } | null
  rows: (reads: Reads) => AsyncGenerator<NounRow, void>
  read: (reads: Reads) => Promise<Described>
}

/** Checks a declaration against the types of its paths, and hides them. */
export function noun<L extends ListPath, S extends OnePath>(spec: Spec<L, S>): Noun {
  const { fields, csvFields = [], naming, filters = [], owners = [] } = spec
  return {
    ...spec,
    owners,
    columns: fields.map(([name]) => name),
    csvColumns: csvFields.map(([name]) => name),
    filters,
    naming:
      naming === undefined
        ? null
        : {
            exact: naming.exact ?? [],
            search: naming.search,
            short: naming.short,
            references: naming.references ?? {},
          },
    async *rows({ muster, params, owner }) {
      // Owners have the rows of the noun's own list.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const path = (owner?.list ?? spec.list) as L
      for await (const row of muster.list(path, ...anyInit(params)))
        yield {
          id: idOf(row),
          names: (naming?.names(row) ?? []).filter((each) => each !== null),
          values: fields.map(([, of]) => of(row)),
          csvValues: csvFields.map(([, of]) => of(row)),
          record: row,
        }
    },
    async read({ muster, params, owner }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const path = (owner?.one ?? spec.one) as S
      const record = await muster.get(path, ...anyInit(params))
      return {
        id: idOf(record),
        title: spec.title(record),
        facts: spec.facts?.(record) ?? factsOf(record),
        labels: spec.labels ?? labels,
        sections: (await spec.sections?.(record, muster)) ?? [],
        record,
        part: spec.part?.of(record),
      }
    },
  }
}

/** The columns of its rows, in the form that the options choose. */
export function columnsOf({ columns, csvColumns }: Noun, { output }: OutputOptions) {
  const shown = columns.map((name, at): Field<NounRow> => [name, ({ values }) => values[at]])
  if (output !== 'csv') return shown
  const further = csvColumns.map((name, at): Field<NounRow> => [
    name,
    ({ csvValues }) => csvValues[at],
  ])
  return [...shown, ...further]
}

/** Parameters of a path that is not known here; the server refuses wrong ones by name. */
function anyInit(params: Params): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each noun's path has its own parameters
  return [{ params }] as never
}

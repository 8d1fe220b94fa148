import type { Body, ListPath, Muster, RowOf } from '../../../sdk/src/index.ts'
import type { Flag } from '../command-line/flag.ts'
import type { ApiOptions } from '../command-line/options.ts'
import {
  factsAt,
  factsOf,
  idOf,
  labels,
  valueOf,
  type Fact,
  type Labels,
  type Value,
} from '../output/facts.ts'
import { idsIn, oneOf, operationAt, type Operation } from './operations.ts'
import { columns, filled, type Field } from '../output/present.ts'

type OnePath = Parameters<Muster['get']>[0]
type Values = Readonly<Record<string, unknown>>

/** Whose rows a list has, where they belong to a record of another noun. Without `flag` it is the first argument. */
export type Owner = { of: () => Noun; param: string; flag?: string; list: string; one: string }

/** How a record is named, apart from its own id. */
export type Naming = {
  /** The fields with what a record is called; an exact name goes before a part of one. */
  names: readonly string[]
  /** Filters of which one value names one record for certain. They go before `names`. */
  exact?: readonly string[]
  /** The filter that finds a part of a name. Without one the whole list is read. */
  search?: string
  /** The filter that finds a whole name that is too short for `search`. Without one the whole list is read. */
  short?: string
  /** Filters by the ids of other records that name one, by their prefix. */
  references?: Readonly<Record<string, string>>
  /** Filters of those that can be named. */
  only?: Readonly<Record<string, string>>
}

/**
 * `query`: filters that narrow what a name may mean; `owner` and `path`: whose records they are. `isWhole`: a part of a name is
 * not enough, because the record is changed and no one is asked. `others`: what to say about records of that name that `query`
 * leaves out.
 */
export type Search = {
  isWhole?: boolean
  query?: Record<string, string>
  others?: { query: Record<string, string>; message: string }
  owner?: Owner | undefined
  path?: Record<string, string>
}

/** What the API's description of an operation does not say of its command. */
export type VerbSpec = {
  /** What the command is called, where that is not the verb of the API. */
  name?: string
  /** It is another command of the operation of this verb. */
  of?: string
  /** Its former names. */
  aliases?: readonly string[]
  about?: string
  /** Its arguments: ids of the path and fields of the body, in their order. By default the ids of the path. */
  arguments?: readonly string[]
  /** Fields that are always sent so, and are no options. */
  preset?: Values
  /** What is sent for fields of which the options give nothing. */
  defaults?: Values
  /** Fields that other commands set. */
  without?: readonly string[]
  /** Whether the change is planned only where `--plan` asks for that. */
  plansOnRequest?: true
  /** Which records it is for, where those that are usually found by name are others. */
  among?: (named: string) => Search
  /** Its records are deleted, and can't be read. */
  isOfDeleted?: true
  /** Options besides those of the fields. */
  extra?: readonly Flag[]
  /** The body with what further options say. */
  amend?: (body: Values, options: Values) => Promise<Record<string, unknown>>
  /** Loads what does it in another way, with the same arguments and options. */
  load?: () => Promise<RunVerb>
  /** What is said of the record before this step is confirmed, where that is not the noun's. */
  warning?: string
  /** What people read when it is done, where that is not the record or its state, with the arguments as in `warning`. */
  done?: string
  /** It is done without asking. */
  isHarmless?: boolean
  /** It makes a secret, which is never shown again. */
  makesSecret?: true
  /** Another command prints what is done. */
  isSilent?: boolean
  example?: string
  note?: string
}

/** What the options of a command on a noun give. */
export type NounOptions = ApiOptions & {
  limit?: number
  yes?: boolean
  full?: boolean
  plan?: boolean
  at?: string
} & Record<string, unknown>

/** Shows a record: `words` are the arguments. */
export type RunShow = (words: readonly string[], options: NounOptions) => Promise<void>
/** The same of what a verb does. */
export type RunVerb = (verb: Verb, words: readonly string[], options: NounOptions) => Promise<void>

/** A command that changes records of a noun. */
export type Verb = VerbSpec & {
  noun: Noun
  name: string
  method: Operation['method']
  /** What follows the path of the list, or of one record. */
  suffix: string
  isOfList: boolean
  /** The operation without an owner, or of the first one. */
  operation: Operation
  arguments: readonly string[]
}

type Common = {
  name: string
  /** In `No <what> is named …`. */
  what: string
  about: string
  /** What the argument that names one may be. */
  argument: string
  /** One of them, as an example. */
  example: string
  owners: readonly Owner[]
  /** Records of several types may have one name. */
  isTyped?: true
  /** The noun of whose records the ids of these are. */
  by?: () => Noun
  /** Columns with ids, which people read as names as far as they may see them. */
  named?: readonly string[]
  /** Columns that say nothing in a table with these filters. */
  hides?: (query: Readonly<Record<string, string>>) => readonly string[]
  /** How many rows a list prints by default, and the variable for that. */
  limit?: { rows: number; variable: string }
  /** The order of the list, where it is not that of the API. */
  sort?: string
  naming?: Naming
  /** By the verb of the API, or `create`, `update` and `delete`. False: it has no command, or one of its own. */
  verbs?: Readonly<Record<string, VerbSpec | false>>
  labels?: Labels
  /** Rows of another noun that are shown below a record of this one. */
  below?: { of: () => Noun; columns?: readonly string[]; none?: string }
  /** A field with several records, which are shown as a table below it. */
  table?: { field: string; fields: string }
  /** The lines of a record, where they are not all of its fields: see {@link declared}. */
  facts?: readonly string[]
  /**
   * What is said before a step is confirmed, after `This will `, with the fields of the record (see {@link filled}), `{verb}`, and the
   * arguments as `{named.0}`.
   */
  warning?: string
  /** A long field, which its `flag` prints alone, as a file has it. */
  part?: { flag: string; about: string; field: string }
}

/** What can't be said without it has the type of the API's answer. */
type Typed<Row, One> = {
  /** The columns of its table: see {@link declared}. */
  fields: string | readonly (string | Field<Row>)[]
  /** The record as people read it, where a field is too long for that or is of the API alone. */
  shown?: (record: One) => Promise<object>
}

type Spec<L extends ListPath, S extends OnePath> = Partial<Omit<Common, 'owners'>> &
  Pick<Common, 'name' | 'about'> &
  Typed<RowOf<L>, Body<'get', S>> & {
    /** Whose rows the list has: the first argument. */
    ownedBy?: () => Noun
    /** Whose rows other lists have, by options. */
    owners?: readonly { of: () => Noun; flag: string; list: string }[]
    /** Left out where there is only one. */
    list?: L
    /** By default the path of one below the list. */
    one?: S
    /** The field that one is called by, and what else is said of it: `{role_handle}: {description}`. */
    title?: string
    /** Where a row has the id that names it, if that is not `id`. */
    id?: string
  }

/** A row of a list: `values` by the noun's columns, `record` as the API returns it. */
export type NounRow = {
  id: string
  names: readonly string[]
  values: readonly Value[]
  record: unknown
}
export type Described = {
  id: string
  title: string
  facts: readonly Fact[]
  labels: Labels
  record: unknown
}
export type Params = { path?: Record<string, string>; query?: Record<string, string> }
type Reads = { muster: Muster; params: Params; owner?: Owner | undefined }

/** Something that the command line lists, shows and changes. */
export type Noun = Common & {
  list: string | undefined
  one: string
  /** The name of its id in paths, and what its ids begin with. */
  param: string
  prefix: string
  columns: readonly string[]
  rows: (reads: Reads) => AsyncGenerator<NounRow, void>
  read: (reads: Reads) => Promise<Described & { etag: string | null }>
  /** A record that a command has already. */
  describe: (record: unknown) => Promise<Described>
}

/** What a noun is, as far as its declaration and the operations of the API say. */
export function noun<L extends ListPath, S extends OnePath>(spec: Spec<L, S>): Noun {
  const { name, title = '{name}', naming, by, ownedBy, owners = [], list = '' } = spec
  const one = spec.one ?? oneOf(list)
  const fields = [spec.fields]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? columns<RowOf<L>>(each) : [each]))
  const owner = ownedBy && { of: ownedBy, param: idsIn(list)[0] ?? '', list, one }
  const others = owners.map(({ of, flag, list: its }) => {
    const [param = ''] = idsIn(its)
    return { of, flag, list: its, param, one: oneOf(its) }
  })
  async function describe(record: unknown): Promise<Described> {
    // The answers of one noun are of one type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const shown = (await spec.shown?.(record as Body<'get', S>)) ?? record
    return {
      id: idOf(record),
      title: filled(title, record),
      facts: spec.facts === undefined ? factsOf(shown) : factsAt(shown, spec.facts),
      labels: spec.labels ?? labels,
      record,
    }
  }
  const what = spec.what ?? name.replaceAll(/.* |-/g, (each) => (each === '-' ? ' ' : ''))
  const prefix = operationAt('get', one)?.ids?.at(-1) ?? ''
  const byId = `a ${what} id, ${prefix}…`
  return {
    argument: by?.().argument ?? (naming === undefined ? byId : 'an id, handle or name'),
    example: by?.().example ?? `${prefix}01kaf7m2t4e8j9p3q5r7s9v1wx`,
    ...spec,
    what,
    list: spec.list,
    owners: owner === undefined ? others : [owner, ...others],
    one,
    param: idsIn(one).at(-1) ?? '',
    prefix,
    columns: fields.map(([column]) => column),
    async *rows({ muster, params, owner }) {
      // Owners have the rows of the noun's own list.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const path = (owner?.list ?? spec.list) as L
      for await (const row of muster.list(path, ...anyInit(params)))
        yield {
          id: String(valueOf(row, spec.id ?? (by === undefined ? 'id' : 'workspace_user_id'))),
          names: (naming?.names ?? []).flatMap((each) => String(valueOf(row, each) ?? '') || []),
          values: fields.map(([, of]) => of(row)),
          record: row,
        }
    },
    async read({ muster, params, owner }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const path = (owner?.one ?? one) as S
      const { body, etag } = await muster.send('get', path, ...anyInit(params))
      return { ...(await describe(body)), etag }
    },
    describe,
  }
}

/** The columns of its table. */
export function columnsOf({ columns }: Noun, isShown: (name: string) => boolean): Field<NounRow>[] {
  return columns
    .map((name, at): Field<NounRow> => [name, ({ values }) => values[at]])
    .filter(([name]) => isShown(name))
}

/** Parameters of a path that is not known here; the server refuses wrong ones by name. */
function anyInit(params: Params): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each noun's path has its own parameters
  return [{ params }] as never
}

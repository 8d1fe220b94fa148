import { bindColumns, collectColumns } from './bind-columns.ts'
import { indexNames } from './column-names.ts'
import type { Mapping } from './mapping.ts'
import type { RawRow } from './raw-row.ts'
import { listedAs } from './record-lists.ts'
import type { KnownGroup } from './read-membership.ts'
import { holdsAny, kindsOf, type RecordKind, type Shape } from './shape.ts'
import type { Format } from './sniff-format.ts'
import { UnreadableExport } from './unreadable-export.ts'
import { saidAt } from './value-path.ts'

type GoodRow = RawRow & { kind: 'raw' }

/** Null for a record of no known kind; `leftOut` is the kind of a record of another import of the file, and `why` says how. */
export type Recogniser = (
  row: GoodRow,
  mapping: Mapping,
) => Shape | { leftOut: Shape; why: string } | null

type Options = { shape?: Shape; group?: KnownGroup; format: Format }

/** A directory is exported with its people and its groups. */
const isMixed = ({ known }: GoodRow, { format }: Pick<Options, 'format'>) =>
  format === 'ldif' || known !== undefined

/**
 * Returns the kind of a record, or null if no test of the mapping matches. A file lists records of one kind: the recogniser
 * throws UnreadableExport for a record that matches two kinds, for one of another kind than the first, and for a member
 * whose group is not named.
 */
export function createRecogniser(options: Options): Recogniser {
  const nameRow = ({ line }: GoodRow) => `${options.format === 'json' ? 'Record' : 'Line'} ${line}`
  if (options.group !== undefined) return memberRecogniser(nameRow)
  if (options.shape !== undefined) return declaredRecogniser(options.shape, nameRow, options)
  let first: { shape: Shape; name: string; list: string | undefined } | null = null
  return (row, mapping) => {
    const kinds = kindsOf(row.value, mapping)
    const [kind] = kinds
    if (kind === undefined) return null
    if (kinds.length > 1) throw new UnreadableExport(severalKinds(nameRow(row), kinds, mapping))
    if (kind === 'members') throw new UnreadableExport(withoutGroup(nameRow(row), mapping))
    first ??= { shape: kind, name: nameRow(row), list: row.list }
    if (kind !== first.shape) {
      if (isMixed(row, options) || row.list !== first.list) return ofOtherShape(kind)
      throw new UnreadableExport(
        `${nameRow(row)} is ${words[kind]}, but ${first.name.toLowerCase()} is ${words[first.shape]}. Import accounts, groups and members in files of their own.`,
      )
    }
    return kind
  }
}

type NameRow = (row: GoodRow) => string

/** With the group given. If the vendor has no test for members, its lists of members look like accounts. */
function memberRecogniser(nameRow: NameRow): Recogniser {
  return (row, mapping) => {
    const { members } = mapping
    const kinds = kindsOf(row.value, mapping)
    const isMember =
      kinds.includes('members') ||
      (kinds.includes('accounts') && (members === undefined || members.or_accounts === true))
    if (kinds.includes('memberships')) {
      throw new UnreadableExport(
        `${nameRow(row)} names its group itself. Import the file without --members-of.`,
      )
    }
    if (isMember) return 'memberships'
    const [other] = kinds
    if (other !== undefined) {
      throw new UnreadableExport(
        `${nameRow(row)} is ${words[other]}. With --members-of the file must list the members of one group.`,
      )
    }
    return members === undefined ? 'memberships' : null
  }
}

/** With the shape given: records that match no test are read as that shape, records of another kind are refused. */
function declaredRecogniser(
  shape: Shape,
  nameRow: NameRow,
  options: Pick<Options, 'format'>,
): Recogniser {
  return (row, mapping) => {
    const kinds = kindsOf(row.value, mapping)
    const [kind] = kinds
    const list = listedAs(row)
    const mixed = isMixed(row, options) || (list !== undefined && list !== shape)
    if (kind === undefined) return mixed ? null : shape
    if (kinds.includes(shape)) return shape
    if (kind !== 'members' && mixed) return ofOtherShape(kind)
    throw new UnreadableExport(
      kind === 'members'
        ? withoutGroup(nameRow(row), mapping)
        : `${nameRow(row)} is ${words[kind]}, but --shape says ${shape}.`,
    )
  }
}

function ofOtherShape(kind: Shape): { leftOut: Shape; why: string } {
  const why = `${words[kind]}; import the ${kind} of this file with --shape ${kind}`
  return { leftOut: kind, why }
}

const words: Record<RecordKind, string> = {
  accounts: 'an account',
  groups: 'a group',
  memberships: 'a member of a group',
  members: 'a member of a group that it does not name',
}

function severalKinds(name: string, kinds: readonly RecordKind[], mapping: Mapping): string {
  const said = `${name} can be read as ${kinds.map((kind) => words[kind]).join(' and as ')}.`
  if (!kinds.includes('members')) return `${said} Say with --shape what the file lists.`
  return `${said} If the file lists all users, say so with --shape accounts. If it lists the members of one group, name it with ${ofGroup(mapping)}.`
}

function withoutGroup(name: string, mapping: Mapping): string {
  return `${name} is a member of a group, but does not name the group. Name it with ${ofGroup(mapping)}.`
}

function ofGroup({ groups }: Mapping): string {
  const types = [...new Set(groups.map(({ resource_type: type }) => type))]
  const [example = ''] = types
  return `--members-of <type>:<vendor id>, for example --members-of ${example}:42. The types of this integration are ${types.join(', ')}`
}

/**
 * The one path by which the ids of a file are read, so that an empty cell never makes an id of another column: the one of `known`, the
 * keys that held the ids of the accounts so far, else the first that most of the first records fill.
 */
export function chooseIdPath(
  rows: readonly RawRow[],
  mapping: Mapping,
  known: readonly string[],
): string | undefined {
  const records = rows.flatMap((row) => (row.kind === 'raw' ? [row.value] : []))
  const { add, columns } = collectColumns()
  records.forEach(add)
  const { vendor_id: paths, when, email } = bindColumns(mapping, columns).account
  const here = paths.filter((path) => columns.includes(path))
  const index = indexNames()
  for (const path of here) index.add(path)
  const own = known.map(index.find).find((path) => path !== undefined)
  if (own !== undefined) return own
  const accounts = records.filter((record) => holdsAny(record, when))
  const people = accounts.length > 0 ? accounts : records
  const filled = paths.map((path) => {
    const rows = people.filter((record) => saidAt(record, [path]) !== undefined).length
    // An address that some have is no id where something else is in every row.
    const isId = email.includes(path) ? rows === people.length : rows * 2 > people.length
    return { path, rows, isId: isId && rows > 0 }
  })
  const most = Math.max(1, ...filled.map(({ rows }) => rows))
  return (filled.find(({ isId }) => isId) ?? filled.find(({ rows }) => rows >= most))?.path
}

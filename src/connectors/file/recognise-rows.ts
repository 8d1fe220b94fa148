import { entryKind } from './directory-entry.ts'
import type { Mapping } from './mapping.ts'
import type { RawRow } from './raw-row.ts'
import type { KnownGroup } from './read-membership.ts'
import { kindsOf, type RecordKind, type Shape } from './shape.ts'
import type { Format } from './sniff-format.ts'
import { UnreadableExport } from './unreadable-export.ts'

type GoodRow = RawRow & { kind: 'raw' }

/** Null for a record of no known kind; `leftOut` says why a record is none of this import's. */
export type Recogniser = (row: GoodRow, mapping: Mapping) => Shape | { leftOut: string } | null

type Options = { shape?: Shape; group?: KnownGroup; format: Format }

/** A directory is exported with its people and its groups. */
const isMixed = ({ value }: GoodRow, { format }: Pick<Options, 'format'>) =>
  format === 'ldif' || entryKind(value) !== null

/**
 * Returns the kind of a record, or null if no test of the mapping matches. A file lists records of one kind: the recogniser
 * throws UnreadableExport for a record that matches two kinds, for one of another kind than the first, and for a member
 * whose group is not named.
 */
export function createRecogniser(options: Options): Recogniser {
  const nameRow = ({ line }: GoodRow) => `${options.format === 'json' ? 'Record' : 'Line'} ${line}`
  if (options.group !== undefined) return memberRecogniser(nameRow)
  if (options.shape !== undefined) return declaredRecogniser(options.shape, nameRow, options)
  let first: { shape: Shape; name: string } | null = null
  return (row, mapping) => {
    const kinds = kindsOf(row.value, mapping)
    const [kind] = kinds
    if (kind === undefined) return null
    if (kinds.length > 1) throw new UnreadableExport(severalKinds(nameRow(row), kinds))
    if (kind === 'members') throw new UnreadableExport(withoutGroup(nameRow(row), mapping))
    first ??= { shape: kind, name: nameRow(row) }
    if (kind !== first.shape) {
      if (isMixed(row, options)) return { leftOut: ofOtherShape(kind) }
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
    const expected = mapping.members === undefined ? 'accounts' : 'members'
    const kinds = kindsOf(row.value, mapping)
    if (kinds.includes('memberships')) {
      throw new UnreadableExport(
        `${nameRow(row)} names its group itself. Import the file without --members-of.`,
      )
    }
    if (kinds.includes(expected)) return 'memberships'
    const [other] = kinds
    if (other !== undefined) {
      throw new UnreadableExport(
        `${nameRow(row)} is ${words[other]}. With --members-of the file must list the members of one group.`,
      )
    }
    return mapping.members === undefined ? 'memberships' : null
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
    if (kind === undefined) return isMixed(row, options) ? null : shape
    if (kinds.includes(shape)) return shape
    if (kind !== 'members' && isMixed(row, options)) return { leftOut: ofOtherShape(kind) }
    throw new UnreadableExport(
      kind === 'members'
        ? withoutGroup(nameRow(row), mapping)
        : `${nameRow(row)} is ${words[kind]}, but --shape says ${shape}.`,
    )
  }
}

function ofOtherShape(kind: Shape): string {
  return `${words[kind]}; import the ${kind} of this file with --shape ${kind}`
}

const words: Record<RecordKind, string> = {
  accounts: 'an account',
  groups: 'a group',
  memberships: 'a member of a group',
  members: 'a member of a group that it does not name',
}

function severalKinds(name: string, kinds: readonly RecordKind[]): string {
  const options = kinds.includes('members') ? '--shape or --members-of' : '--shape'
  return `${name} can be read as ${kinds.map((kind) => words[kind]).join(' and as ')}. Say with ${options} what the file lists.`
}

function withoutGroup(name: string, { groups }: Mapping): string {
  const types = [...new Set(groups.map(({ resource_type: type }) => type))]
  const [example = ''] = types
  return `${name} is a member of a group, but does not name the group. Name it with --members-of <type>:<vendor id>, for example --members-of ${example}:42. The types of this integration are ${types.join(', ')}.`
}

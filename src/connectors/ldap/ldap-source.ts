import type { Calendar } from '../../contract/days.ts'
import { clip, counted } from '../../contract/text.ts'
import { createGroupReader } from '../file/read-group.ts'
import type { Mapping } from '../file/mapping.ts'
import type { SourceGroup, SourceRecord } from '../file/source-record.ts'
import { ImportRefused, type ReadState, type SourceRecords } from '../records/record-source.ts'
import { nothingKnown, type KnownEntry, type KnownRecords } from '../pull/known-records.ts'
import { numbered } from '../pull/numbered.ts'
import { changedSince, MarkKeeper, type ChangeMark } from './change-mark.ts'
import { beginReading, type DirectoryReading } from './directory-reading.ts'
import { dnKey } from './dn.ts'
import { LdapSession, type LdapTarget } from './ldap-session.ts'
import { findUnread, indexPeople, unreadRow, withUnread, type PeopleIndex } from './people-index.ts'
import { readGroups } from './read-groups.ts'
import { asRow } from '../pull/read-accounts.ts'
import { explainNoId, idLookUp, readPeople } from './read-people.ts'

export type LdapReadingOptions = {
  target: LdapTarget
  /** Where the last reading ended: only what has changed since is read. Null reads everything. */
  since: ChangeMark | null
  /** What earlier readings found. */
  known?: Pick<KnownRecords, 'members' | 'entries'>
  /** As the source counts days. */
  calendar?: Calendar | undefined
}

export type LdapRecords = SourceRecords & {
  /** After the reading: where the next one may begin. Null if the directory doesn't say when entries change. */
  mark: () => ChangeMark | null
}

/** People, then groups with their members, as the mapping reads them. Nothing is asked before the first is read. */
export function ldapRecords(mapping: Mapping, options: LdapReadingOptions): LdapRecords {
  const progress: Progress = {
    state: { bytesRead: 0, shape: null, unfinished: null },
    mark: null,
  }
  const records = readDirectory({ ...options, mapping, progress })
  return { records, state: progress.state, mark: () => progress.mark }
}

type Progress = { state: ReadState; mark: ChangeMark | null }

type Reading = LdapReadingOptions & { mapping: Mapping; progress: Progress }

async function* readDirectory(wanted: Reading): AsyncGenerator<SourceRecord> {
  const { target, since, progress } = wanted
  const session = await LdapSession.open(target)
  try {
    const reading = await beginReading(session, target.settings)
    const { server, root, dialect } = reading
    const keeper = new MarkKeeper(dialect, { root, server })
    const changed = since === null ? null : changedSince(dialect, { mark: since, server })
    progress.state.shape = 'accounts'
    progress.state.listsAccounts = changed === null
    const records = numbered(
      changed === null
        ? readEverything(reading, wanted, keeper)
        : readChanges({ ...reading, ...narrowed(reading, changed) }, reading, { wanted, keeper }),
    )
    for await (const record of records) {
      // A directory whose groups can't be seen answers as one without any, and no one else can be asked.
      if (record.kind === 'group')
        progress.state.listsTypes = wanted.mapping.groups.map(({ resource_type: type }) => type)
      yield record
    }
    if (since === null) reportReferrals(reading, progress.state)
    progress.mark = keeper.mark(since)
  } finally {
    await session.close()
  }
}

async function* readEverything(
  reading: DirectoryReading,
  { mapping, since, known = nothingKnown, calendar }: Reading,
  keeper: MarkKeeper,
): AsyncGenerator<SourceRecord> {
  const read = await indexPeople(reading)
  if (read.byDn.size === 0 && since === null) throw new ImportRefused(explainNobody(reading))
  const unread =
    reading.skipsReferrals && referralOf(reading) !== undefined
      ? await findUnread(reading, read, known)
      : new Map<string, KnownEntry>()
  const index = withUnread(read, unread)
  const idOf = async (dn: string) => index.byDn.get(dnKey(dn))
  yield* readPeople(reading, { mapping, calendar, keeper, idOf })
  yield* [...unread.values()].map(unreadRow)
  yield* groups(reading, index, { mapping, keeper })
}

/**
 * A group that changed changes the groups that it is in, which don't show it: then all groups are read.
 */
async function* readChanges(
  changed: DirectoryReading,
  reading: DirectoryReading,
  { wanted, keeper }: { wanted: Reading; keeper: MarkKeeper },
): AsyncGenerator<SourceRecord> {
  const { mapping, calendar } = wanted
  yield* readPeople(changed, { mapping, calendar, keeper, idOf: idLookUp(reading) })
  const changedGroups = await groupsIn(changed)
  if (changedGroups.size > 0) {
    const index = await indexPeople(reading)
    const left = formerMembers(wanted.known ?? nothingKnown, changedGroups, index)
    yield* groups(reading, index, { mapping, keeper, left })
  }
}

/** Finds who has left a group that changed: known members that it no longer lists, if the directory still shows their entries. */
function formerMembers(
  known: Pick<KnownRecords, 'members'>,
  changed: ReadonlySet<string>,
  { byDn }: PeopleIndex,
): FormerMembers {
  const visible = new Set(byDn.values())
  return async (dn, { resourceType, vendorId }, members) => {
    if (!changed.has(dnKey(dn))) return []
    const before = await known.members({ resourceType, vendorId })
    return before.filter((id) => visible.has(id) && !members.has(id))
  }
}

type FormerMembers = (
  dn: string,
  group: SourceGroup,
  members: ReadonlySet<string | null>,
) => Promise<readonly string[]>

function narrowed({ people, groups }: DirectoryReading, changed: string) {
  const both = (filter: string) => `(&${filter}${changed})`
  return {
    people: { ...people, filter: both(people.filter) },
    groups: groups && { ...groups, filter: both(groups.filter) },
  }
}

/** The names of the groups of a reading. */
async function groupsIn({ session, groups }: DirectoryReading): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  if (groups === null) return names
  for (const base of groups.bases)
    for await (const page of session.pages({ ...groups, base, attributes: ['1.1'] }))
      for (const { dn } of page) names.add(dnKey(dn))
  return names
}

async function* groups(
  reading: DirectoryReading,
  index: PeopleIndex,
  { mapping, keeper, left }: { mapping: Mapping; keeper: MarkKeeper; left?: FormerMembers },
): AsyncGenerator<SourceRecord> {
  if (reading.groups === null) return
  const read = createGroupReader()
  for await (const { dn, record, outside } of readGroups(reading, index, keeper)) {
    if (record['id'] === undefined) {
      yield { kind: 'bad', line: 1, reason: explainNoId(dn, reading.dialect.id) }
      continue
    }
    const note = `${clip(dn)}: ${counted(outside, 'member is neither a person nor a group', 'members are neither people nor groups')} that ${outside === 1 ? 'is' : 'are'} read`
    let group: SourceGroup | undefined
    const members = new Set<string | null>()
    for (const found of read(asRow(record), mapping.groups)) {
      if (found.kind === 'group') group = found
      if (found.kind === 'membership') members.add(found.accountVendorId)
      yield found.kind === 'group' && outside > 0
        ? { ...found, notes: [...found.notes, note] }
        : found
    }
    if (group === undefined) continue
    const { resourceType, vendorId: groupVendorId } = group
    const place = { resourceType, groupVendorId, line: 1, accountEmail: null, role: null }
    for (const accountVendorId of (await left?.(dn, group, members)) ?? [])
      yield { kind: 'membership', ...place, accountVendorId }
  }
}

function explainNobody({ people: { bases, filter } }: DirectoryReading): string {
  return `Nobody was found below ${bases.map((base) => `"${base}"`).join(', ')} with the filter ${filter}. Correct \`base_dns\` and \`people_filter\`, or let the bind DN read there.`
}

/** Active Directory always refers to its other partitions, which hold no people of this domain. */
function referralOf({ session, flavour }: DirectoryReading): string | undefined {
  return flavour === 'active_directory' ? undefined : session.referral
}

/** What is on another server would be taken for deleted. @throws ImportRefused unless it is passed over */
function reportReferrals(reading: DirectoryReading, state: ReadState): void {
  const referral = referralOf(reading)
  if (referral === undefined) return
  const refers = `The directory refers to another server for a part of it, ${clip(referral)}`
  if (!reading.skipsReferrals)
    throw new ImportRefused(
      `${refers}, and Muster follows no referrals. Leave that part out with \`base_dns\`, or pass over it with \`skips_referrals\`, and connect that server as an integration of its own.`,
    )
  state.keepsGroups = true
  state.remark = `${refers}, which was not read: accounts there, and groups that are not listed, stay as they were.`
}

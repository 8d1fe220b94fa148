import { ImportRefused } from '../records/record-source.ts'
import type { DirectoryReading } from './directory-reading.ts'
import type { LdapEntry } from './ldap-entry.ts'

/** Active Directory gives so many values of an attribute at a time. */
const rangeSize = 1500

/** How groups name their members: by DN, or (posixGroup) by user name. */
export type MemberNames = { dns: readonly string[]; uids: readonly string[] }

/** The attributes of groups that name members. Of Active Directory the first range is asked for, so that the others follow. */
export function memberAttributes({ flavour }: DirectoryReading): readonly string[] {
  return flavour === 'active_directory'
    ? [`member;range=0-${rangeSize - 1}`]
    : ['member', 'uniqueMember', 'memberUid']
}

/** All members that a group names itself, also beyond the first range. */
export async function readMemberNames(
  { session }: DirectoryReading,
  group: LdapEntry,
): Promise<MemberNames> {
  const ranges = [group.texts('member')]
  let last = lastOfRange(group)
  while (last !== null) {
    const range = `member;range=${last + 1}-${last + rangeSize}`
    const next = await session.read(group.dn, [range])
    // It was deleted, or lost members, since the first range was read.
    if (next === null || next.texts('member').length === 0) break
    ranges.push(next.texts('member'))
    const end = lastOfRange(next)
    if (end !== null && end <= last)
      throw new ImportRefused(
        `The server sent a part of the members of "${group.dn}" twice, so that nobody knows who is missing. Sync again; if it stays so, see what its log says.`,
      )
    last = end
  }
  // A unique member may have a bit string behind its name.
  ranges.push(group.texts('uniqueMember').map((name) => name.replace(/#'[01]*'B$/i, '')))
  return { dns: ranges.flat(), uids: group.texts('memberUid') }
}

/** The number of the last member that was sent, if there are more. */
function lastOfRange(group: LdapEntry): number | null {
  const [, last] = /range=\d+-(\d+)/.exec(group.options('member') ?? '') ?? []
  return last === undefined ? null : Number(last)
}

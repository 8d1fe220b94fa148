import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shape } from '../../src/connectors/file/shape.ts'
import type { IntegrationVendor } from '../../src/contract/states.ts'
import { chatChannelRows, chatGroupRows, chatUsers } from './chat-exports.ts'
import {
  codehostGroupRows,
  codehostMemberRows,
  codehostProjectRows,
  codehostUsers,
} from './codehost-exports.ts'
import { jsonLines, jsonList, writePieces } from './export-file.ts'
import { idpGroupRows, idpUsers } from './idp-exports.ts'
import type { Organisation } from './organisation.ts'
import { peopleTable } from './people-table.ts'
import {
  suiteDriveRows,
  suiteGroupRows,
  suiteIdentityGroupRows,
  suiteMemberRows,
  suiteUsers,
} from './suite-exports.ts'

/** A written file; `type` is the connector type of the integration whose export it imitates. */
export type ExportFile = {
  path: string
  name: string
  vendor: IntegrationVendor
  type: 'okta' | 'google' | 'gitlab' | 'slack' | 'file'
  shape: Shape
  bytes: number
}

type Plan = Omit<ExportFile, 'path' | 'bytes'> & { pieces: (org: Organisation) => Iterable<string> }

/** In the order of import: accounts before the groups that they are in, the primary idp first. */
const plans: readonly Plan[] = [
  plan('idp-users.jsonl', 'idp', 'accounts', (org) => jsonLines(idpUsers(org))),
  plan('idp-groups.json', 'idp', 'groups', (org) => jsonList(idpGroupRows(org))),
  plan('suite-users.json', 'suite', 'accounts', (org) =>
    jsonList(suiteUsers(org), '{"kind":"admin#directory#users","users":[', '],"etag":"demo"}'),
  ),
  plan('suite-groups.json', 'suite', 'groups', (org) =>
    jsonList(suiteGroupRows(org), '{"kind":"admin#directory#groups","groups":[', ']}'),
  ),
  plan('suite-group-members.jsonl', 'suite', 'memberships', (org) =>
    jsonLines(suiteMemberRows(org)),
  ),
  plan('suite-identity-groups.jsonl', 'suite', 'groups', (org) =>
    jsonLines(suiteIdentityGroupRows(org)),
  ),
  plan('suite-drives.jsonl', 'suite', 'groups', (org) => jsonLines(suiteDriveRows(org))),
  plan('codehost-users.json', 'codehost', 'accounts', (org) => jsonList(codehostUsers(org))),
  plan('codehost-groups.json', 'codehost', 'groups', (org) => jsonList(codehostGroupRows(org))),
  plan('codehost-projects.json', 'codehost', 'groups', (org) => jsonList(codehostProjectRows(org))),
  plan('codehost-members.jsonl', 'codehost', 'memberships', (org) =>
    jsonLines(codehostMemberRows(org)),
  ),
  plan('chat-users.json', 'chat', 'accounts', (org) =>
    jsonList(chatUsers(org), '{"ok":true,"members":[', '],"response_metadata":{"next_cursor":""}}'),
  ),
  plan('chat-channels.jsonl', 'chat', 'groups', (org) => jsonLines(chatChannelRows(org))),
  plan('chat-user-groups.json', 'chat', 'groups', (org) =>
    jsonList(chatGroupRows(org), '{"ok":true,"usergroups":[', ']}'),
  ),
  plan('hr-people.csv', 'file', 'accounts', peopleTable),
]

/** Writes the exports, of all vendors or of some, into the directory (created if missing), in bounded memory. */
export async function writeExports(
  org: Organisation,
  directory: string,
  vendors?: readonly IntegrationVendor[],
): Promise<ExportFile[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const files: ExportFile[] = []
  for (const { pieces, ...file } of plans) {
    if (vendors !== undefined && !vendors.includes(file.vendor)) continue
    const path = join(directory, file.name)
    files.push({ ...file, path, bytes: await writePieces(path, pieces(org)) })
  }
  return files
}

function plan(name: string, vendor: IntegrationVendor, shape: Shape, pieces: Plan['pieces']): Plan {
  const types = {
    idp: 'okta',
    suite: 'google',
    codehost: 'gitlab',
    chat: 'slack',
    file: 'file',
  } as const
  return { name, vendor, type: types[vendor], shape, pieces }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RawRow } from '../file/raw-row.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { relateEntries } from './related-entries.ts'
import { ldifMapping } from './ldif-mapping.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'

const unlimited = { bytes: Infinity, members: Infinity }

function group(at: number, members: readonly string[]): RawRow {
  const value = { dn: `cn=g${at},dc=acme`, objectclass: 'group', member: members }
  return { kind: 'raw', line: at, chars: 1, value }
}

/** Each group contains the next one, and a person. */
const chain = (size: number) =>
  Array.from({ length: size }, (_, at) => group(at, [`cn=p${at}`, `cn=g${at + 1},dc=acme`]))

/** The same members, which each group lists itself. */
const flat = (size: number) =>
  Array.from({ length: size }, (_, at) =>
    group(
      at,
      Array.from({ length: size - at }, (_each, below) => `cn=p${at + below}`),
    ),
  )

async function* batchOf(rows: RawRow[]) {
  yield rows
}

async function spentOn(rows: RawRow[]): Promise<number> {
  const { user } = process.cpuUsage()
  let members = 0
  for await (const [row] of relateEntries(batchOf(rows), unlimited))
    members += JSON.stringify(row).length
  assert.ok(members > 0)
  return process.cpuUsage().user - user
}

test('members of groups in groups take about as long as members that each group lists itself', async () => {
  const [nested, listed] = [chain(800), flat(800)]
  await spentOn(listed)
  assert.ok((await spentOn(nested)) < 3 * (await spentOn(listed)))
})

test('groups that have too many members together are refused', async () => {
  const rows = relateEntries(batchOf(chain(100)), { ...unlimited, members: 1000 })
  await assert.rejects(Array.fromAsync(rows), UnreadableExport)
})

test('people who wait for their managers are refused where they take too much memory', async () => {
  const waiting = Array.from({ length: 100 }, (_, line): RawRow => {
    const value = { dn: `cn=${line}`, manager: 'cn=gone', about: 'x'.repeat(1000) }
    return { kind: 'raw', line, chars: 1, value }
  })
  const given = await Array.fromAsync(
    relateEntries(batchOf(waiting), { ...unlimited, bytes: 200_000 }),
  )
  assert.equal(given.flat().length, 100)
  const refused = relateEntries(batchOf(waiting), { ...unlimited, bytes: 100_000 })
  await assert.rejects(Array.fromAsync(refused), /Export fewer attributes/)
})

test('people whose manager has come take no memory for others', async () => {
  const rows = Array.from({ length: 100 }, (_, at): RawRow[] => {
    const value = { dn: `cn=${at}`, manager: `cn=boss${at}`, about: 'x'.repeat(1000) }
    const boss = { dn: `cn=boss${at}` }
    return [
      { kind: 'raw', line: 2 * at, chars: 1, value },
      { kind: 'raw', line: 2 * at + 1, chars: 1, value: boss },
    ]
  })
  const given = await Array.fromAsync(
    relateEntries(batchOf(rows.flat()), { ...unlimited, bytes: 50_000 }),
  )
  assert.equal(given.flat().length, 200)
})

test('attributes that are called as members of objects are read like any other', async () => {
  const text = 'dn: uid=ada\nuid: ada\ncn: Ada Moreau\nconstructor: a\nvalueOf: b\nvalueOf: c\n'
  const [account] = ofKind(
    await read('file', text, { name: 'a.ldif', mapping: ldifMapping }),
    'account',
  )
  assert.deepEqual(
    [account?.profile['constructor'], account?.profile['valueOf']],
    ['a', ['b', 'c']],
  )
})

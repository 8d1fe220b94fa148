import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { openRows } from './read-export.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import { completeMapping } from './complete-mapping.ts'
import { UnreadableExport } from './unreadable-export.ts'

const refused: Readonly<Record<string, [text: string, message: RegExp]>> = {
  'a login page': ['<!DOCTYPE html>\n<html><body>Sign in</body></html>', /^This is HTML or XML/],
  'an XML report': ['<?xml version="1.0"?><wd:Report_Data/>', /^This is HTML or XML/],
  'errors of JSON:API': [
    '{"errors":[{"id":"1","status":"401","title":"Unauthorized","detail":"The token has expired."}],"jsonapi":{"version":"1.1"}}',
    /^This is an API's error, not an export.*The token has expired/,
  ],
  'addresses on one line': [
    'Ada Moreau <ada@acme.example>; Li Wei <li@acme.example>\n',
    /^This is a list of addresses on one line.*each on a line of its own, below a line Email/,
  ],
  'a PDF': ['%PDF-1.7\n…', /^This is a PDF/],
  'Okta’s error': [
    '{"errorCode":"E0000011","errorSummary":"Invalid token provided","errorCauses":[]}',
    /^This is an API's error, not an export: "Invalid token provided"\. Correct the request/,
  ],
  'Microsoft Graph’s error': [
    JSON.stringify({ error: { code: 'Denied', message: 'Insufficient privileges' } }, null, 2),
    /error, not an export: "Insufficient privileges"/,
  ],
  'GitLab’s error': ['{"message":"401 Unauthorized"}', /error, not an export: "401 Unauthorized"/],
  'Slack’s error': [
    '{"ok":false,"error":"missing_scope"}',
    /error, not an export: "missing_scope"/,
  ],
  'AWS’s error': [
    '{"Message":"User is not authorized"}',
    /error, not an export: "User is not authorized"/,
  ],
  'Azure’s error': [
    '{"Error":{"Code":"AccessDenied","Message":"Access denied"}}',
    /error, not an export: "Access denied"/,
  ],
  'an error of RFC 9457': [
    '{"type":"about:blank","title":"Unauthorized","status":401}',
    /error, not an export: "Unauthorized"/,
  ],
  'a sentence': [
    'The export failed and will be repeated tonight',
    /^This is plain text\. An export/,
  ],
}

for (const [name, [text, message]] of Object.entries(refused)) {
  test(`${name} is refused as what it is`, async () => {
    await assert.rejects(read('idp', text), (error) => {
      assert.ok(error instanceof UnreadableExport)
      assert.match(error.message, message)
      return true
    })
  })
}

test('a single value of JSON is refused as what it is', async () => {
  for (const text of ['"hello"', '42', 'null'])
    await assert.rejects(read('chat', text, { name: 'x.json' }), /is a single value of JSON/)
})

const added = 'dn: uid=ada\nchangetype: add\nobjectClass: person\nuid: ada\ncn: Ada Moreau\n\n'

for (const change of [
  'changetype: modify\nreplace: mail\nmail: ada@acme.example\n-\n',
  'changetype: delete\n',
  'ChangeType: modrdn\nnewrdn: uid=ada2\ndeleteoldrdn: 1\n',
]) {
  const [line = ''] = change.split('\n')
  test(`LDIF with ${line} is refused as a log of changes, also after entries that are added`, async () => {
    for (const before of ['', added])
      await assert.rejects(
        read('idp', `${before}dn: uid=ada\n${change}`, { name: 'log.ldif' }),
        /is a log of changes.* \(line \d+ has a changetype: "(?:modify|delete|modrdn)" of "uid=ada"\)\. .*ldapsearch -LLL/,
      )
  })
}

test('lists of one column, empty files and pages with a message are still read', async () => {
  const mapping = completeMapping({ account: { vendor_id: ['Email'], email: ['Email'] } })
  const addresses = await read('file', 'Email\nada@acme.example\n', { mapping })
  assert.equal(ofKind(addresses, 'account')[0]?.email, 'ada@acme.example')
  assert.deepEqual(await read('file', ''), [])
  const page = { ok: true, error: '', message: 'done', users: [{ id: 1, name: 'Ada' }] }
  assert.equal(ofKind(await read('file', JSON.stringify(page)), 'account').length, 1)
})

test('what is nearly no table is told apart in time that grows with its length', async () => {
  for (const [start, piece, end] of [
    ['', '"a""', '\n'],
    ['', 'a b ', '\n,'],
    ['', 'kind: user\n', 'metadata'],
  ] as const)
    await assertGrowsLinearly(16 * 1024, (size) => {
      try {
        refuseOtherFiles(start + piece.repeat(size / piece.length) + end, 'csv')
      } catch (error) {
        if (!(error instanceof UnreadableExport)) throw error
      }
    })
})

test('a file that is refused by its beginning is closed', async () => {
  let isClosed = false
  async function* page(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from(`<html>${'x'.repeat(64 * 1024)}`)
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(openRows({ stream: page() }), UnreadableExport)
  assert.ok(isClosed)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import { completeMapping } from './complete-mapping.ts'
import { UnreadableExport } from './unreadable-export.ts'

const refused: Readonly<Record<string, [text: string, message: RegExp]>> = {
  'a login page': ['<!DOCTYPE html>\n<html><body>Sign in</body></html>', /^This is an HTML page/],
  'a table in HTML under the name of a workbook': [
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><table><tr><th>Name</th></tr></table></body></html>',
    /^This is a table in HTML, as some products save it under \.xls\. Open it in a spreadsheet/,
  ],
  'a page below a comment': [
    '<!-- sign-in -->\n<!-- v2 -->\n<!DOCTYPE html><html></html>',
    /^This is an HTML page/,
  ],
  'a part of a page': ['<div class="login">Sign in</div>', /^This is an HTML page/],
  'errors of JSON:API': [
    '{"errors":[{"id":"1","status":"401","title":"Unauthorized","detail":"The token has expired."}],"jsonapi":{"version":"1.1"}}',
    /^This is an API's error, not an export.*The token has expired/,
  ],
  'an XML report': ['<?xml version="1.0"?><wd:Report_Data/>', /^This is XML/],
  'people in lists inside of the objects of a list': [
    '{"response":{"result":[{"471":[{"EmailID":"ada@acme.example"}]},{"472":[{"EmailID":"li@acme.example"}]}]}}',
    /with jq -c '\.\. \| arrays\[\] \| objects \| select\(has\("EmailID"\)\)' FILE \| sort -u/,
  ],
  'people in lists of departments': [
    '[{"id":"7","people":[{"name":"Ada","mail":"ada@acme.example"},{"name":"Li","mail":"li@acme.example"}]},{"id":"8"}]',
    /^The people are in lists inside of other lists.*has\("mail"\)/,
  ],
  'people in a list of those who are there and one of those who are not': [
    '{"current":[{"name":"Ada","mail":"ada@acme.example"}],"formerEmployees":[{"name":"Li","mail":"li@acme.example"}]}',
    /with the name of each in a column, such as with jq -c 'to_entries.*\{list: \$list\}/,
  ],
  'lists of people by their states beside a count': [
    '{"count":2,"current":[{"name":"Ada","mail":"ada@acme.example"},{"name":"Bo","mail":"bo@acme.example"}],"former":[{"name":"Li","mail":"li@acme.example"}]}',
    /\.value \| arrays\[\] \|/,
  ],
  'a table that PowerShell prints': [
    'Name        Mail\n----        ----\nAda Moreau  ada@acme.example\n',
    /^This is a table printed for the screen.*Export-Csv FILE -NoTypeInformation/,
  ],
  'a list that PowerShell prints': [
    '\nName    : Ada Moreau\nMail    : ada@acme.example\n\nName    : Li Wei\n',
    /^This is a list printed for the screen.*Export-Csv FILE/,
  ],
  'addresses on one line': [
    'Ada Moreau <ada@acme.example>; Li Wei <li@acme.example>\n',
    /^This is a list of addresses on one line.*each on a line of its own, below a line Email/,
  ],
  'a list with each value on a line of its own': [
    'Name: Ada Moreau\nEmail: ada@acme.example\n\nName: Li Wei\nEmail: li@acme.example\n',
    /^This is a list with each value on a line of its own\. Export the data as CSV/,
  ],
  'a document of YAML': [
    'kind: user\nversion: v2\nmetadata:\n  name: ada\nspec:\n  roles: [editor]\n',
    /^This is YAML\. Export the data as CSV or JSON/,
  ],
  'a table in single quotes': [
    "'id','name'\n'1','Moreau, Ada'\n",
    /single quotes, which have to be double ones/,
  ],
  'a list of distinguished names': [
    '"CN=Moreau\\, Ada,OU=Sales,DC=acme, DC=example"\n\n"CN=Li Wei,DC=acme,DC=example"\n',
    /distinguished names without attributes, as dsquery prints it/,
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
  'a table that psql copies': [
    'COPY users (id, name) FROM stdin;\n1\tAda\n2\tLi\n',
    /^This is a dump of a database/,
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

/** What nearly is one of these files: its beginning, a piece that is repeated, and an end that makes it none. */
const nearly: readonly [what: string, start: string, piece: string, end: string][] = [
  ['a table in HTML', '<', '<table', '>'],
  ['a page', '<!doctype', ' ', 'x'],
  ['XML of an office', '<table', '<table urn:schemas-microsoft-com:office', ''],
  ['a policy of a cloud', 'bindings:', '\n', 'x'],
  ['a policy below a mark', '---', '\n', 'bindings:x'],
  ['contacts', 'BEGIN:', 'BEGIN:', 'VCARD'],
  ['what ipa prints', '-', '-', '\n1'],
  ['a list in YAML', '---\nA:', '\n', 'A:\n- A: x'],
  ['a list in YAML without a name', '---', ' \n', '- x'],
  ['keys of YAML', '---\nkey:', ' ', 'x'],
  ['lines of YAML', '', 'kind: user\n', 'metadata'],
  ['lines of YAML above a table', 'a: b\n c: d\n', 'a b c d\n', 'a;b'],
  ['a dump', '', '-- \n', 'insert'],
  ['a dump that begins', '', '# \n/* \n', 'use '],
  ['a dump that uses', 'use ', 'x', ' '],
  ['cells in single quotes', "'a'", ",'a'", 'x'],
  ['a list on a screen', 'name : ', 'name : ', 'x'],
  ['values on lines', 'Name: Ada\n', 'Mail: ada\n', '\nName:'],
  ['values on lines with blank ones', 'Name: Ada\n', ' \n', 'x: Name:'],
  ['accounts of Unix', 'a:', 'a', ':1:1'],
  ['accounts of Unix, with numbers', 'a:b:', '1', ':x'],
  ['TOML', '[[a', ' ', ']]'],
  ['TOML with blank lines', '[a]', ' \n', 'x'],
  ['what psql prints', '-[ RECORD', ' ', '1'],
  ['what mysql prints', '', '*', ' 1. row'],
  ['what net prints', '', '\r\n', 'User accounts for'],
  ['a state of Terraform', '{ "version":', ' ', '1'],
  ['accounts of Samba', '-', '-', '\nUnix username'],
  ['accounts of Samba with numbers', 'a:', '1', ':x\na'],
  ['distinguished names', '', 'CN=a,DC=b', ','],
  ['distinguished names on lines', '', '"CN=a,DC=b"\n', 'x'],
  ['a distinguished name with blanks', 'CN=a,DC=b', ' ', ','],
  ['components of a distinguished name', 'CN=a', ',DC=b', '\n,'],
  ['a table on a screen', 'Name  Mail\nx', '  ', '\t  x y z'],
  ['a ruled table', 'a b\n--', ' --', ' x'],
  ['quotes', '', '"a""', '\n'],
  ['prose', '', 'a b ', '\n,'],
]

for (const [what, start, piece, end] of nearly) {
  test(`what is nearly ${what} is told apart in time that grows with its length`, () =>
    assertGrowsLinearly(16 * 1024, (size) => {
      try {
        refuseOtherFiles(start + piece.repeat(size / piece.length) + end, 'csv')
      } catch (error) {
        if (!(error instanceof UnreadableExport)) throw error
      }
    }))
}

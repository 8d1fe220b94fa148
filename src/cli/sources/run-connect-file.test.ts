import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { runCli } from '../../../test/run-cli.ts'
import { cloneTemplate } from '../../../test/template.ts'

const directory = await mkdtemp(join(tmpdir(), 'muster-connect-'))
after(() => rm(directory, { recursive: true }))

async function connect(name: string, text: string, ...options: readonly string[]) {
  const file = join(directory, name)
  await writeFile(file, text)
  return runCli(['connect', file, ...options])
}

test('connect shows groups and members as they would be, with the columns that they are read from', async () => {
  const teams = [
    {
      id: 1,
      slug: 'platform',
      name: 'Platform',
      privacy: 'closed',
      members_url: 'x',
      permission: 'pull',
    },
    { id: 2, slug: 'sre', name: 'SRE', privacy: 'closed', permission: 'pull', parent: { id: 1 } },
  ]
  const groups = await connect('teams.json', JSON.stringify(teams))
  assert.match(groups.stdout, /slug +handle +2 filled/)
  assert.match(groups.stdout, /parent\.id +parent_vendor_id +1 filled/)
  assert.match(groups.stdout, /2 +codehost_group +SRE +sre +1 +0/)
  assert.match(groups.stdout, /next +muster import .* --vendor codehost --type github /)
  const rows = 'group,email,role,type\nall@acme.example,ada@acme.example,OWNER,USER\n'
  const members = await connect('members.csv', rows)
  assert.match(members.stdout, /role +role +1 filled/)
  assert.match(members.stdout, /all@acme\.example +suite_workspace_group +ada@acme\.example +owner/)
})

test('connect shows who has not begun as staged, and what is noted of the people that it shows', async () => {
  const rows = [
    'Employee ID,First Name,Last Name,Work Email,Hire Date,Status,Last Day of Work',
    '1,Kit,Lowe,kit@acme.example,2019-05-01,Active,',
    '2,Noa,Berg,noa@acme.example,2099-02-01,Active,',
    '3,Ola,Fry,ola@acme.example,2019-05-01,Terminated,2099-12-31',
  ]
  const { stdout } = await connect('begins.csv', rows.join('\n'))
  assert.match(stdout, /^states +1 active, 1 staged, 1 deactivated$/m)
  assert.match(stdout, /^ *2 +Noa +Berg +\S+ +staged/m)
  assert.match(stdout, /^note +line 4: has ended, though the last day is to come: 2099-12-31$/m)
})

test('connect gives the command for the groups beside the people of a file, and import takes both', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const people = [personLdif('dc=acme', 'ada'), personLdif('dc=acme', 'bo')]
  const devs = groupLdif('dc=acme', 'devs', ['uid=ada,ou=people,dc=acme'])
  try {
    const { stdout } = await connect('all.ldif', [...people, devs].join('\n'))
    assert.match(
      stdout,
      /left out +1 row, first \d+: .* is a group; import the groups of this file/,
    )
    const outcomes = []
    for (const [, command = ''] of stdout.matchAll(
      /^(?:next|then) +muster (import .*) --plan$/gm,
    )) {
      const { stdout: outcome } = await runCli([...command.split(' '), '--json'], env)
      outcomes.push(JSON.parse(outcome))
    }
    const [accounts, groups] = outcomes
    assert.deepEqual([accounts.accounts.created, accounts.groups.created], [2, 0])
    assert.deepEqual([groups.groups.created, groups.memberships.added], [1, 1])
  } finally {
    await clone.drop()
  }
})

test('connect offers no import of a table before somebody has said what tells people apart', async () => {
  const { stdout, code } = await connect('stock.csv', 'Colour,Weight\nred,5\nblue,7\n')
  assert.equal(code, 2)
  assert.match(stdout, /open +Is each row one person\? \[rows\]/)
  assert.match(stdout, /open +Which column tells people apart/)
  assert.match(stdout, /^refused +2 rows/m)
  assert.doesNotMatch(stdout, /^(do|mapping) |muster import/m, 'the questions say what to do')
  assert.match(stdout, /next +muster connect .*stock\.csv --answer 'rows=<people\|others>'/)
})

const personnel = [
  'Pers.-Nr.;Rufname;Nachname;E-Mail;letzter Tag;St.',
  '1;Ada;Moreau;ada@acme.example;;A',
  '2;Bea;Lund;bea@acme.example;2024-03-31;X',
  '3;Cy;Vance;cy@acme.example;;X',
  '4;Dan;Orr;dan@acme.example;;R',
].join('\n')

test('connect asks who is here also where a column is the last day, whatever is answered first', async () => {
  const day = ['--answer', 'day: letzter Tag=last_day']
  const state = ['--answer', 'state=St.']
  const asked = await connect('personnel.csv', personnel, ...day)
  assert.equal(asked.code, 2, asked.stderr)
  assert.match(asked.stdout, /open +Which column says who is still here\? \[state\]/)
  for (const given of [
    [...day, ...state],
    [...state, ...day],
  ]) {
    const means = ['A=active', 'X=deactivated', 'R=active'].flatMap((each) => [
      '--answer',
      `means: St. = ${each}`,
    ])
    const { code, stdout, stderr } = await connect('personnel.csv', personnel, ...given, ...means)
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /^states +2 active, 2 deactivated$/m)
  }
})

test('connect takes answers to questions that depend on other answers', async () => {
  const depending = { 'means: St. = A': 'active', 'date order': 'day_first' }
  const given = { 'day: letzter Tag': 'neither', state: '(none)', ...depending }
  const options = Object.entries(given).flatMap(([id, value]) => ['--answer', `${id}=${value}`])
  const text = personnel.replace('2024-03-31', '03/04/2024')
  const { code, stdout, stderr } = await connect('depending.csv', text, ...options)
  assert.equal(code, 0, stdout + stderr)
  const of = async (id: string) =>
    (await connect('depending.csv', personnel, '--answer', 'state=St.', '--answer', `${id}=active`))
      .stderr
  assert.match(await of('means: St. = Z'), /no question "means: St\. = Z"/)
  assert.match(await of('means: Stt. = A'), /no question "means: Stt\. = A"/)
  // A column of names is none of states.
  const codes = 'Ident,Who,Code\n1,Ada Moreau,ab\n2,Bea Lund,cd\n3,Cy Vance,ab\n'
  const taken = ['--answer', 'name=Code', '--answer', 'state=Code', '--answer', 'rows=people']
  const { stderr: other } = await connect('codes.csv', codes, ...taken)
  assert.equal(other, '')
})

test('connect reads the members of one group with --members-of, and passes it on', async () => {
  const value = [
    { '@odata.type': '#microsoft.graph.user', id: 'u1', userPrincipalName: 'ada@acme.example' },
  ]
  const text = JSON.stringify({ value })
  const asked = await connect('graph.json', text)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /--shape accounts.*--members-of/)
  const { stdout } = await connect('graph.json', text, '--members-of', 'idp_group:g1')
  assert.match(stdout, /g1 +idp_group +u1 +member/)
  assert.match(stdout, /next +muster import .* --members-of idp_group:g1 --plan/)
})

test('a file without rows is connected as what it is', async () => {
  const path = join(directory, 'empty.csv')
  await writeFile(path, 'Employee ID,Name,Email\n')
  const { code, stderr } = await runCli(['connect', path])
  assert.equal(code, 1)
  assert.match(stderr, /^The file lists nobody: it is empty, or has only a header line\./)
})

test('connect shows how a file is understood, writes the mapping, and import takes it', async () => {
  const clone = await cloneTemplate()
  const file = join(directory, 'unknown.csv')
  await writeFile(file, 'Personnel;Who;Contact\n7;Moreau, Ada;ada@acme.example\n')
  try {
    const path = `${file}.mapping.yaml`
    const first = await runCli(['connect', file, '--integration', 'staff'])
    assert.equal(first.code, 2, first.stderr)
    assert.match(first.stdout, /open +Which column tells people apart, .* \[id\]/)
    assert.match(first.stdout, /next +muster connect .* --answer 'id=<Personnel\|Who\|/)
    await assert.rejects(readFile(path, 'utf8'), 'nothing is written before it is answered')
    const answers = ['--answer', 'id=Personnel', '--answer', 'rows=people', '--answer', 'name=Who']
    const odd = await runCli(['connect', file, '--answer', 'id=Elsewhere'])
    assert.match(odd.stderr, /"Elsewhere" is no answer to "id"\. Give one of "Personnel"/)
    const other = await runCli(['connect', file, '--answer', 'shape=round'])
    assert.match(other.stderr, /no question "shape"/)
    const answered = await runCli(['connect', file, '--integration', 'staff', ...answers])
    assert.equal(answered.code, 0, answered.stdout + answered.stderr)
    const kept = await runCli(['connect', file, ...answers])
    assert.match(kept.stdout, /is there already, and is kept/)
    const second = await runCli(['connect', file, '--integration', 'staff', '--mapping', path])
    assert.equal(second.code, 0, second.stdout)
    assert.match(second.stdout, /7 +Ada +Moreau +ada@acme\.example +active/)
    const [, command = ''] = /next +muster (import .*)$/m.exec(second.stdout) ?? []
    const env = { MUSTER_DATABASE_URL: clone.url }
    const imported = await runCli([...command.replace(' --plan', '').split(' '), '--json'], env)
    assert.equal(imported.code, 0, imported.stderr)
    assert.equal(JSON.parse(imported.stdout).accounts.created, 1)
  } finally {
    await clone.drop()
  }
})

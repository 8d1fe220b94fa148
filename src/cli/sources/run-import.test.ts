import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { cloneTemplate } from '../../../test/template.ts'
import { runCli } from '../../../test/run-cli.ts'

const directory = await mkdtemp(join(tmpdir(), 'muster-cli-'))
after(() => rm(directory, { recursive: true }))

test('a table that is not known is not imported before somebody said what it means', async () => {
  const path = join(directory, 'groups.csv')
  await writeFile(path, 'Name,Email,Members\nDevs,devs@acme.example,12\n')
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const args = ['import', path, '--integration', 'x', '--vendor', 'file']
  const { code, stderr } = await runCli(args, env)
  await clone.drop()
  assert.deepEqual(
    [code, stderr.split(' (')[0]],
    [
      1,
      "Nothing was imported: This table is of no product that Muster knows, nor is it Muster's own table",
    ],
  )
  assert.match(stderr, /Run muster connect on the file/)
})

test('an import before any source is the primary says why it makes no people', async () => {
  const clone = await cloneTemplate()
  const directory = await mkdtemp(join(tmpdir(), 'muster-no-primary-'))
  try {
    const path = join(directory, 'people.csv')
    await writeFile(path, 'id,email,first_name,last_name,state\n1,a@x.example,Ada,One,active\n')
    const env = { MUSTER_DATABASE_URL: clone.url }
    const args = ['import', path, '--integration', 'hr', '--vendor', 'file']
    const lacking =
      /note +no source is the primary one, so no account makes a person.* hr --primary/
    for (const more of [['--plan'], []])
      assert.match((await runCli([...args, ...more], env)).stdout, lacking)
    const { stdout } = await runCli([...args, '--primary'], env)
    assert.doesNotMatch(stdout, /no source is the primary/)
    assert.match(stdout, /people +1 created/)
  } finally {
    await rm(directory, { recursive: true })
    await clone.drop()
  }
})

test('import keeps the good rows, lists the bad ones and exits 2; again it changes nothing', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const file = join(directory, 'people.csv')
  await writeFile(
    file,
    'id,first_name,last_name,email,state\n1,Ada,Lovelace,ada@acme.example,Active\n2,Bad,Address,nobody at acme,Active\n',
  )
  const args = [
    'import',
    file,
    '--integration',
    'hr',
    '--vendor',
    'file',
    '--type',
    'file',
    '--primary',
    '--json',
  ]
  try {
    const first = await runCli(args, env)
    assert.equal(first.code, 2, first.stderr)
    const outcome = JSON.parse(first.stdout)
    assert.deepEqual([outcome.rowsRead, outcome.rowsBad, outcome.people.created], [2, 1, 1])
    assert.match(await readFile(outcome.reportPath, 'utf8'), /"line":3/)
    const second = JSON.parse((await runCli(args, env)).stdout)
    assert.deepEqual(
      [second.accounts.created, second.accounts.changed, second.accounts.unchanged],
      [0, 0, 1],
    )
    const people = Array.from({ length: 9 }, (_, at) => `${at},P,Nine,p${at}@acme.example,Active`)
    const header = 'id,first_name,last_name,email,state'
    await writeFile(file, [header, ...people].join('\n'))
    assert.equal((await runCli([...args, '--complete'], env)).code, 0)
    await writeFile(file, [header, ...people.slice(7)].join('\n'))
    const planned = await runCli([...args, '--complete', '--plan'], env)
    assert.deepEqual([planned.code, JSON.parse(planned.stdout).outcome.incident.accounts], [3, 7])
    const held = await runCli([...args.slice(0, -1), '--complete'], env)
    assert.equal(held.code, 3, held.stderr)
    assert.match(held.stdout, /held +7 accounts of 7 people, 7 accounts that would end: poinc_\w+/)
    assert.match(held.stdout, /because +7 accounts would end over all within 24 hours, of 9/)
    assert.match(held.stdout, /to correct +correct it and import its complete list again\n/)
    assert.match(held.stdout, /to decide +muster incident show poinc_\w+\n/)
    const again = await runCli([...args.slice(0, -1), '--complete'], env)
    assert.equal(again.code, 3, again.stderr)
    await writeFile(file, [header, ...people.slice(8)].join('\n'))
    const others = await runCli(args.slice(0, -1), env)
    assert.equal(others.code, 0, others.stderr)
    assert.match(
      others.stdout,
      /incident +(poinc_\w+) is still open and holds 7 accounts .*: muster incident show \1/,
    )
    await writeFile(file, '')
    const empty = await runCli([...args, '--complete'], env)
    assert.equal(empty.code, 1)
    assert.match(
      empty.stderr,
      /Nothing was imported: .* A complete list is never empty.* delete its integration/,
    )
    const japanese = Buffer.from([0x8e, 0xd0, 0x88, 0xf5])
    const head = Buffer.from('id,email,first_name\n1,a@acme.example,')
    await writeFile(file, Buffer.concat([head, japanese]))
    const shiftJis = await runCli(args, env)
    assert.match(shiftJis.stderr, /Nothing was imported: The file is not UTF-8 \(byte 38\)/)
    await writeFile(file, Buffer.from('id,full_name,state\n1,Jos\xe9 Dupont,Active\n', 'latin1'))
    const western = await runCli(args, env)
    assert.equal(western.code, 0, western.stderr)
    const outcomeOfWestern = JSON.parse(western.stdout)
    assert.match(await readFile(outcomeOfWestern.reportPath, 'utf8'), /was read as windows-1252/)
  } finally {
    await clone.drop()
  }
})

test('import - reads an export from standard input, and plans it too', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const people = 'id,first_name,last_name,email,state\n1,Ada,Lovelace,,Active\n2\nTotal,1,,,\n'
  const integration = ['--integration', 'hr', '--vendor', 'file', '--type', 'file', '--primary']
  const reportPath = join(directory, 'stdin.jsonl')
  const args = ['import', '-', ...integration, '--json', '--report', reportPath]
  try {
    const planned = await runCli([...args, '--plan'], env, people)
    assert.equal(planned.code, 2, planned.stderr)
    assert.equal(JSON.parse(planned.stdout).outcome.people.created, 1)
    const readable = args.filter((arg) => arg !== '--json')
    const shown = await runCli([...readable, '--plan'], env, people)
    assert.match(shown.stdout, /\nleft out +1 row, first 4: a line of totals\n/)
    const imported = await runCli(args, env, people)
    assert.equal(imported.code, 2, imported.stderr)
    const outcome = JSON.parse(imported.stdout)
    assert.deepEqual(
      [outcome.rowsRead, outcome.rowsBad, outcome.people.created, outcome.reportPath],
      [3, 1, 1, reportPath],
    )
    const none = await runCli([...args, '--complete'], env)
    assert.equal(none.code, 1)
    assert.match(none.stderr, /Nothing was imported: .* A complete list is never empty/)
  } finally {
    await clone.drop()
  }
})

/** Writes a JSON file. @returns the arguments that import it */
async function writeJson(name: string, content: unknown): Promise<string[]> {
  const path = join(directory, name)
  await writeFile(path, JSON.stringify(content))
  return [path, '--integration', 'git', '--json']
}

test('a list of members needs --members-of, and the message names it', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const connect = ['--vendor', 'codehost', '--type', 'gitlab', '--primary']
  const account = { id: 1, username: 'ada', name: 'Ada', state: 'active' }
  try {
    const people = await writeJson('accounts.json', [account])
    assert.equal((await runCli(['import', ...people, ...connect], env)).code, 0)
    const groups = await writeJson('groups.json', [{ id: 10, full_path: 'team', name: 'Team' }])
    assert.equal((await runCli(['import', ...groups], env)).code, 0)
    const members = await writeJson('members.json', [{ ...account, name: 'A.', access_level: 30 }])
    const refused = await runCli(['import', ...members, '--complete'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Nothing was imported: Record 1 is a member.*--members-of/)
    const malformed = await runCli(['import', ...members, '--members-of', 'team:10'], env)
    assert.equal(malformed.code, 1)
    assert.match(malformed.stderr, /It must be <type>:<vendor id>.*codehost_group/s)
    const named = await runCli(['import', ...members], {
      ...env,
      MUSTER_MEMBERS_OF: 'codehost_group:10',
    })
    assert.equal(named.code, 0, named.stderr)
    const outcome = JSON.parse(named.stdout)
    assert.deepEqual([outcome.memberships.added, outcome.people.changed], [1, 0])
  } finally {
    await clone.drop()
  }
})

test('an import changes the integration as it is told, and makes the primary’s dimensions', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url, MUSTER_JSON: '1' }
  const people = join(directory, 'hr.csv')
  await writeFile(
    people,
    'id,first_name,last_name,email,department,manager_id\n1,Ada,Lovelace,ada@acme.example,Engine,2\n2,Grace,Hopper,grace@acme.example,Engine,\n',
  )
  const load = (...args: string[]) =>
    runCli(['import', people, '--integration', 'hr', ...args], env)
  try {
    const badHandle = await runCli(
      ['import', people, '--integration', 'My HR', '--vendor', 'file'],
      env,
    )
    assert.match(badHandle.stderr, /^"My HR" can't be a handle/)
    const first = JSON.parse((await load('--vendor', 'file')).stdout)
    assert.equal(first.people.created, 0, 'it is not the primary yet')
    const second = JSON.parse(
      (await load('--primary', '--name', 'Personnel', '--trusts-email')).stdout,
    )
    assert.equal(second.people.created, 2)
    assert.equal(second.attributes.created, 1, 'the department')
    assert.equal(second.people.managersUnresolved, 0)
    const mapping = join(directory, 'mapping.json')
    await writeFile(mapping, '{"account":{}}')
    assert.match((await load('--mapping', mapping)).stderr, /^The mapping is not valid: /)
    await writeFile(mapping, '{')
    assert.match((await load('--mapping', mapping)).stderr, /^The mapping .* is not JSON/)
    assert.match((await load('--type', 'okta')).stderr, /is of vendor file and type file/)
    const noExport = await load('--type', 'workday')
    assert.ok(noExport.stderr.includes(`choices are ${integrationTypes.join(', ')}.`))
    const other = ['import', people, '--integration', 'idp', '--vendor', 'idp', '--type', 'okta']
    assert.match((await runCli([...other, '--primary'], env)).stderr, /"hr" is, and exactly one/)
    const again = JSON.parse((await load('--primary', '--name', 'Personnel')).stdout)
    assert.deepEqual([again.accounts.unchanged, again.attributes.created], [2, 0])
  } finally {
    await clone.drop()
  }
})

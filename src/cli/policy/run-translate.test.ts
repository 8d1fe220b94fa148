import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-translate-'))
after(() => rm(folder, { recursive: true }))
const pathOf = (name: string) => join(folder, name)

const rule = (name: string, value: string, group = '00g1') => ({
  name,
  status: 'ACTIVE',
  conditions: { expression: { value } },
  actions: { assignUserToGroups: { groupIds: [group] } },
})

async function translate(rules: unknown, ...options: string[]) {
  await writeFile(pathOf('rules.json'), JSON.stringify(rules))
  const words = [
    'policy',
    'translate',
    pathOf('rules.json'),
    '--from',
    'okta',
    '--integration',
    'okta',
  ]
  return runCli([...words, ...options])
}

test('each rule is said to be the same, the same except for something, or not to be asked', async () => {
  const rules = [
    rule('Numbers', 'user.level > 3'),
    rule('Sales', 'user.department == "Sales" || isMemberOfGroupName("x")'),
    rule('../../Bad\u001b[2J', 'isMemberOfGroupName("x")'),
    rule('No group', 'user.level > 3', ''),
  ]
  const { code, stdout, stderr } = await translate(rules)
  assert.equal(code, 2)
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'same         Numbers',
    'same except  Sales',
    '             a way in is left out: isMemberOfGroupName asks for another group of the account',
    '             case, and blanks at the ends, are ignored here',
    'can’t        ../../Bad<U+001B>[2J',
    '             isMemberOfGroupName asks for another group of the account',
    'can’t        No group',
    '             its group has no id in the file',
  ])
  assert.match(stderr, /The drafts read department, level\. policy_keys/)
  const { stdout: json, code: same } = await translate(rules.slice(0, 1), '--json')
  assert.equal(same, 0)
  const [only] = JSON.parse(json).rules
  assert.deepEqual(
    [only.verdict, only.drafts[0].conditions],
    ['same', [{ type: 'identity', profile_key: 'level', operator: 'greater_than', value: '3' }]],
  )
})

test('a file that is none, or has no rule, is named, and a folder that has the files is not overwritten', async () => {
  const empty = await translate([])
  assert.equal(empty.code, 1)
  assert.match(empty.stderr, /has no group rule of okta\. docs\/how-to\/bring-your-group-rules\.md/)
  await writeFile(pathOf('broken.json'), '{')
  const words = [
    'policy',
    'translate',
    pathOf('broken.json'),
    '--from',
    'entra',
    '--integration',
    'x',
  ]
  const broken = await runCli(words)
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /broken\.json: .*JSON/)
  const ldif =
    'dn: cn=sales,dc=acme\ncn: sales\nmemberURL: ldap:///??sub?(departmentNumber=Sales)\n'
  await writeFile(pathOf('groups.ldif'), ldif)
  const ofLdap = [
    'policy',
    'translate',
    pathOf('groups.ldif'),
    '--from',
    'ldap',
    '--integration',
    'x',
  ]
  assert.deepEqual(await runCli(ofLdap).then(({ code, stdout }) => [code, stdout]), [
    0,
    'same         sales\n',
  ])
  const once = () => translate([rule('Numbers', 'user.level > 3')], '--out', pathOf('twice'))
  assert.equal((await once()).code, 0)
  const again = await once()
  assert.equal(again.code, 1)
  assert.match(again.stderr, /numbers\.yaml is there already\. Give another --out\./)
})

test('the drafts can be applied as they are, and the tests pass once they are active', async () => {
  const server = await testServer()
  const okta = await makeIntegration(server, {
    handle: 'okta',
    type: 'okta',
    is_primary: true,
    policy_keys: ['department', 'userType', 'level', 'title'],
  })
  for (const vendor_id of ['00g1', '00g2']) await makeResource(server, okta, { vendor_id })
  const ada = await makeDirectoryUser(server, { email: 'ada@acme.example' })
  await makeIdentity(server, okta, ada, { profile: { department: 'Sales' } })
  const out = pathOf('translated')
  const made = await translate(
    [
      rule(
        'Sales: "all" # of\nthem',
        'user.department == "Sales" && user.userType != "contractor"',
      ),
      rule('Leads', 'String.stringContains(user.title, "Lead") || user.level >= 3'),
      rule('Outside', 'user.userType != "employee"', '00g2'),
    ],
    '--out',
    out,
  )
  assert.equal(made.code, 0, made.stderr)
  assert.deepEqual((await readdir(join(out, 'policy'))).sort(), [
    'outside.yaml',
    'sales-all-of-them.yaml',
  ])
  const env = { MUSTER_DATABASE_URL: server.url }
  const policy = (...words: string[]) =>
    runCli(['policy', words[0] ?? '', join(out, 'policy'), ...words.slice(1)], env)
  const applied = await policy('apply', '--yes')
  assert.equal(applied.code, 0, applied.stderr)
  const drafts = await server.query(`select state from rule order by id`)
  assert.deepEqual(
    drafts,
    Array.from({ length: 5 }, () => ({ state: 'staged' })),
  )
  assert.equal((await policy('plan')).code, 0, 'it is as the files say')
  for (const name of await readdir(join(out, 'policy'))) {
    const path = join(out, 'policy', name)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text
        .replace('state: monitored', 'state: managed')
        .replaceAll('state: staged', 'state: active'),
    )
  }
  await rename(join(out, 'tests.yaml'), join(out, 'policy', 'tests.yaml'))
  const active = await policy('apply', '--yes')
  assert.equal(active.code, 0, active.stderr)
  const tested = await policy('test')
  assert.equal(tested.code, 0, tested.stdout + tested.stderr)
  assert.match(tested.stdout, /[5-9] (?:tests )?pass/)
  const members = await server.query(`select count(*)::int as stays from policy_user`)
  assert.deepEqual(members, [{ stays: 2 }])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOptions } from './setting-options.ts'

test('a failure names the options of the command line, by the type of the source', () => {
  const cases: [type: string, said: string, shown: string][] = [
    ['ldap', 'Correct the `url`, or the DNS.', 'Correct --ldap, or the DNS.'],
    ['okta', 'Correct host and port of the `url`.', 'Correct host and port of --at.'],
    ['okta', 'Put it into `ca`; nothing was sent.', 'Put it into --ca; nothing was sent.'],
    ['ldap', 'use ldaps:// or set `start_tls`.', 'use ldaps:// or give --start-tls.'],
    ['ldap', 'Set `base_dns`.', 'Give --base.'],
    ['ldap', 'Set `allow_unencrypted=true`.', 'Give --set allow_unencrypted=true.'],
    ['gitlab', 'Or set `group` to read one.', 'Or give --set group=… to read one.'],
    [
      'okta',
      'Make one, and send it as `credentials`.',
      'Make one, and send it with --secret-file.',
    ],
    ['ldap', 'Send `credentials={"password": "…"}`.', 'Give --password-file.'],
    ['slack', 'Name it in `team_id`.', 'Name it in --set team_id=….'],
  ]
  for (const [type, said, shown] of cases) assert.equal(withOptions(type, said), shown)
})

test('a failure from before names were marked is translated where no word looks alike', () => {
  const said = 'Correct base_dns, the url of a group, or user_name.'
  assert.equal(withOptions('ldap', said), 'Correct --base, the url of a group, or user_name.')
})

test('parameters of an import are its options', () => {
  assert.equal(withOptions('file', 'Give `shape=accounts`.'), 'Give --shape accounts.')
  const members = withOptions('ldap', 'Give `members_of=idp_group:<id>`.')
  assert.equal(members, 'Give --members-of idp_group:<id>.')
})

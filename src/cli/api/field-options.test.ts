import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { flagOf, removed, withFlags as namingFlags } from '../nouns/field-flags.ts'
import { flagsOf, withFlags } from '../command-line/flag.ts'
import { fieldFlag } from './field-options.ts'
import { operationAt, type Field } from '../nouns/operations.ts'

/** What a command with the fields of a body reads from arguments. */
function read(fields: readonly Field[], ...args: string[]): Record<string, unknown> {
  const command = new Command('x').exitOverride().configureOutput({ writeErr: () => undefined })
  withFlags(
    command,
    flagsOf(
      'test',
      fields.map((field) => fieldFlag(field)),
    ),
  )
  return command.parse(args, { from: 'user' }).opts()
}

const integration = operationAt('patch', '/workspace/integrations/{integration}')?.body ?? []

test('a value is what the API takes: numbers, dates, lists, choices, and null for none', () => {
  const times = ['--every', '15m', '--full-every', '1d', '--trusts-email', 'yes', '--primary']
  const texts = ['--badge-id-key', 'none', '--name', 'none']
  const given = [...times, '--policy-key', 'cost center', 'title', ...texts]
  assert.deepEqual(read(integration, ...given), {
    every: 900,
    fullEvery: 86_400,
    trustsEmail: 'yes',
    primary: true,
    policyKey: ['cost center', 'title'],
    badgeIdKey: removed,
    name: 'none',
  })
  assert.deepEqual(read(integration, '--every', 'never'), { every: removed })
  for (const [args, message] of [
    [['--every', '5s'], /from 1m to 7d, such as 15m/],
    [['--every', '8d'], /from 1m to 7d, such as 15m/],
    [['--full-every', '30m'], /from 1h to 30d/],
    [['--run-retention-days', '0'], /number of days, from 1 to 1095/],
    [['--manager-holds', 'x'], /Allowed choices are vendor_id/],
  ] as const)
    assert.throws(() => read(integration, ...args), message)
})

test('a filter of a vocabulary takes several of its words', () => {
  const filters = operationAt('get', '/directory/users')?.query ?? []
  const states = filters.filter(({ name }) => name === 'filter[state]')
  assert.deepEqual(read(states, '--state', 'active,expired'), { state: 'active,expired' })
  assert.throws(() => read(states, '--state', 'active,asleep'), /Allowed choices are staged/)
})

test('a sentence of the server names flags in place of fields', () => {
  const fields = operationAt('post', '/workspace/tokens')?.body ?? []
  assert.deepEqual(fields.map(flagOf), ['name', 'scope', 'until', 'days'])
  assert.equal(
    namingFlags('is given with expires_in_days; send `scopes` or a name', fields),
    'is given with --days; send --scope or a name',
  )
  const filters = operationAt('get', '/directory/users')?.query ?? []
  assert.equal(
    namingFlags('The query parameter filter[parent_user_id] takes ids.', filters),
    '--parent takes ids.',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJudged } from '../../engine/pattern.ts'
import { faultIn, isMapping } from './check-mapping.ts'
import { mappingFault } from '../import/integration-mapping.ts'
import { completeMapping } from './complete-mapping.ts'
import type { Mapping, StateMapping } from './mapping.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'

const mapping = completeMapping({ account: { vendor_id: ['ID'], full_name: ['Name'] } })

function withStates(state: Partial<StateMapping>): Mapping {
  const { account } = mapping
  return { ...mapping, account: { ...account, state: { ...account.state, ...state } } }
}

test('several columns share a table of words that stands once', async () => {
  const shared = withStates({
    words: { stages: { here: 'active', away: 'deactivated' } },
    sources: [
      { path: 'Status', values: 'stages' },
      { path: 'Stage', values: 'stages' },
      { path: 'Badge', values: { lost: 'suspended' } },
    ],
  })
  const table = 'ID,Name,Status,Stage,Badge\n1,Ada,Here,,\n2,Bo,,Away,\n3,Cy,Here,,lost\n'
  const records = await read('file', table, { mapping: shared })
  assert.deepEqual(
    ofKind(records, 'account').map(({ state }) => state),
    ['active', 'deactivated', 'suspended'],
  )
})

test('a name that is no table of the mapping is refused, and the tables are named', () => {
  const words = { stages: { here: 'active' }, grades: {} } as const
  const unknown = withStates({ words, sources: [{ path: 'Status', values: 'stage' }] })
  const fault =
    '/account/state/sources/0/values names "stage", which is no table of /account/state/words: use one of stages, grades, or give values a table of its own'
  assert.equal(isMapping(unknown), false)
  assert.equal(faultIn(unknown), fault)
  assert.equal(
    mappingFault({ handle: 'hr', mapping: unknown }),
    `The mapping of "hr" can't be used: ${fault}.`,
  )
  const without = withStates({ words: {}, sources: [{ path: 'a', values: 'constructor' }] })
  assert.match(
    faultIn(without) ?? '',
    /names "constructor", .* it has no words: give values a table of its own$/,
  )
})

test('values are compared without case as the mapping has them too', async () => {
  const letters = withStates({
    words: { stages: { Gone: 'deactivated' } },
    sources: [
      { path: 'Status', values: { A: 'active', ' X ': 'deactivated', R: 'suspended' } },
      { path: 'Stage', values: 'stages' },
    ],
    new_values: ['R'],
  })
  const table = 'ID,Name,Status,Stage\n1,Ada,A,\n2,Bo,x,\n3,Cy,R,\n4,Di,a,gone\n'
  const records = await read('file', table, { mapping: letters })
  assert.deepEqual(
    ofKind(records, 'account').map(({ state, isNew }) => [state, isNew]),
    [
      ['active', false],
      ['deactivated', false],
      ['suspended', true],
      ['deactivated', false],
    ],
  )
  assert.equal(isMapping(letters), true)
})

test('values that are one without case have one meaning', () => {
  const own = withStates({
    sources: [{ path: 'St.', values: { A: 'active', a: 'deactivated', X: 'active' } }],
  })
  const fault =
    '/account/state/sources/0/values has "A" and "a" with different meanings, but case does not count: remove one'
  assert.deepEqual([isMapping(own), faultIn(own)], [false, fault])
  const shared = withStates({ words: { stages: { Out: 'deactivated', 'out ': 'active' } } })
  assert.match(faultIn(shared) ?? '', /^\/account\/state\/words\/stages has "Out" and "out " /)
  const remarks = withStates({ in_names: { Left: 'deactivated', left: 'active' } })
  assert.match(faultIn(remarks) ?? '', /^\/account\/state\/in_names has "Left" and "left" /)
  const same = withStates({ sources: [{ path: 'St.', values: { A: 'active', a: 'active' } }] })
  assert.equal(faultIn(same), null)
})

function withPatterns(...patterns: string[]) {
  const when = patterns.map((matches) => [{ path: 'ID', matches }])
  return { ...mapping, account: { ...mapping.account, kinds: [{ kind: 'bot', when }] } }
}

test('patterns come to a limit together, which is found out before any is compiled', () => {
  const patterns = ['a{1000}', 'b{1000}', 'c{1000}', 'd{999}']
  assert.equal(faultIn(withPatterns(...patterns, 'e')), null)
  const more = withPatterns(...patterns, 'longer')
  assert.equal(isMapping(more), false)
  assert.match(faultIn(more) ?? '', /come to 4005 characters .* at most 4000$/)
  assert.equal(isJudged('longer'), false)
})

test('a pattern that is none is refused, where it stands', () => {
  assert.equal(isMapping(withPatterns('bot_[0-9]+')), true)
  assert.match(
    faultIn(withPatterns('bot_[0-9+')) ?? '',
    /^\/account\/kinds\/0\/when\/0\/0\/matches is not a pattern in RE2 syntax: /,
  )
})

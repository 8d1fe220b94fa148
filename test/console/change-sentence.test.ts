import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  plainText,
  sentenceOf,
  type Change,
} from '../../console/src/pages/audit/change-sentence.ts'

type Row = Change['rows'][number]

const owner = 'wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
const ada = 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
const rule = 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx'
const ruleset = 'poset_01kaf7m2t4e8j9p3q5r7s9v1wx'
const token = 'wstok_01kaf7m2t4e8j9p3q5r7s9v1wx'
const names = new Map([
  [owner, 'Owner'],
  [ada, 'Ada'],
  [rule, 'Developer: Backend'],
  [ruleset, 'Backend'],
])

const actor: Change['actor'] = { type: 'user', id: owner, via: 'console' }

function row(event: string, id: string, rest: Partial<Row> = {}): Row {
  return {
    id: 'audlg_01kaf7m2t4e8j9p3q5r7s9v1wx',
    at: '2026-05-01T10:00:00.000Z',
    event,
    actor,
    request_id: null,
    record: { type: 'policy_rule', id },
    parent: null,
    related: null,
    subject_id: null,
    changes: {},
    details: {},
    withheld: [],
    altered: [],
    is_erased: false,
    links: { self: '' },
    ...rest,
  }
}

/** The sentence of a change with these rows, and as many of each event. */
function said(rows: Row[], rest: Partial<Change> = {}, about: string[] = []): string {
  const events = Object.groupBy(rows, ({ event }) => event)
  const change: Change = {
    id: 'audlg_01kaf7m2t4e8j9p3q5r7s9v1wx',
    at: '2026-05-01T10:00:00.000Z',
    actor,
    request_id: null,
    rows,
    row_count: rows.length,
    row_count_is_capped: false,
    events: Object.fromEntries(
      Object.entries(events).map(([event, of]) => [event, of?.length ?? 0]),
    ),
    people_gained: 0,
    people_lost: 0,
    links: { rows: '' },
    ...rest,
  }
  return plainText(sentenceOf(change, names, about))
}

const parent = { type: 'policy_ruleset', id: ruleset } as const
const stay = row('policy.user.create', 'pousr_01kaf7m2t4e8j9p3q5r7s9v1wx', {
  parent,
  subject_id: ada,
})

test('a change is what its actor did, and what followed', () => {
  const activated = row('policy.rule.activate', rule, { parent })
  assert.equal(
    said([stay, activated], {
      people_gained: 3,
      events: { 'policy.rule.activate': 1, 'policy.user.create': 3 },
    }),
    'Owner activated the rule Developer: Backend: 3 people gained access',
  )
  assert.equal(
    said([activated, stay], { people_gained: 1 }),
    'Owner activated the rule Developer: Backend: Ada gained access to Backend',
  )
  assert.equal(said([stay], { people_gained: 1 }, [ada]), 'Owner: gained access to Backend')
})

test('one record is named, many are counted, and what has no name is for another record', () => {
  assert.equal(
    said([
      row('directory.user.change', ada, {
        subject_id: ada,
        changes: { username: { old: 'a', new: 'b' } },
      }),
    ]),
    'Owner changed the person Ada: username a → b',
  )
  const created = ['1', '2'].map((n) => row('directory.user.create', `drusr_${n}`))
  assert.equal(said(created, { row_count: 2 }), 'Owner created 2 people')
  assert.equal(
    said([row('workspace.token.create', token, { parent })]),
    'Owner issued the token for Backend',
  )
  assert.equal(said([row('directory.user.expire', ada)]), 'Owner set the end for Ada')
})

test('what happens by itself is said as it happened, and a stranger has no name', () => {
  const system: Change['actor'] = { type: 'system', id: null, via: 'sync' }
  assert.equal(
    said([row('directory.user.expired', ada)], { actor: system }),
    'Muster – person expired: Ada',
  )
  assert.equal(
    said([row('policy.settings.change', 'pocfg_1')], { actor: { ...actor, id: 'wsusr_unknown' } }),
    'Someone changed the settings of the policy',
  )
  assert.equal(said([row('new.event.of.later', 'xxxxx_1')]), 'Owner – new event of later')
})

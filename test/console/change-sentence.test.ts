import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditEvents } from '../../src/contract/audit-events.ts'
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
  assert.equal(said([stay], { people_gained: 1 }, [ada]), 'Owner: Ada gained access to Backend')
  const back = { ...stay, event: 'policy.user.return' }
  assert.equal(said([back], { people_gained: 1 }), 'Owner: Ada gained access to Backend')
})

test('every event is a sentence that begins with who did it, of one record and of many', () => {
  for (const event of Object.keys(auditEvents)) {
    const own = row(event, event.startsWith('policy.user.') ? stay.record.id : rule, {
      parent,
      subject_id: ada,
    })
    const gained = /^policy\.user\.(create|return)$/.test(event) ? 1 : 0
    const lost = event === 'policy.user.end' ? 1 : 0
    for (const count of [1, 2])
      for (const nobody of [true, false])
        for (const about of [[], [ada], [rule, ada, ruleset]]) {
          const sentence = said(
            [nobody ? { ...own, parent: null, subject_id: null } : own],
            {
              row_count: count,
              events: { [event]: count },
              people_gained: nobody ? 0 : gained * count,
              people_lost: nobody ? 0 : lost * count,
            },
            about,
          )
          assert.match(sentence, /^Owner(:| –)? \w.*[^:\s]$/, event)
          assert.doesNotMatch(
            sentence,
            /^Owner( – |: )(gained|lost)|\b2 \S+ (is|begins|ends)\b|datas|ss\b(?<!access)|Owner taken| nots /,
            event,
          )
        }
  }
})

test('sentences say what happened, and to whom', () => {
  const of = (event: string, count: number, as: Partial<Change> = {}) =>
    said([row(event, ada, { subject_id: ada })], {
      row_count: count,
      events: { [event]: count },
      ...as,
    })
  const muster = { actor: { type: 'system', id: null, via: 'sync' } } as const
  const service = row('workspace.service.unconfirmed', ruleset)
  assert.equal(said([service], muster), 'Muster – service not confirmed in time: Backend')
  assert.equal(
    said([{ ...stay, event: 'policy.user.due' }], muster),
    'Muster – access ends within seven days: Ada · Backend',
  )
  assert.equal(
    of('directory.user.due', 2, muster),
    'Muster – 2 people begin or end within seven days',
  )
  assert.equal(of('directory.resource.activate', 2), 'Owner – 2 resources are at the source again')
  assert.equal(of('directory.identity.unlink', 1), 'Owner took the account Ada from its person')
  assert.equal(of('directory.user.erase', 1), 'Owner erased the personal data of Ada')
  assert.equal(of('directory.user.erase', 2), 'Owner erased the personal data of 2 people')
  assert.equal(of('directory.user.expire', 2), 'Owner set the end for 2 people')
  assert.equal(of('directory.member.change', 2), 'Owner changed the role of 2 members')
  assert.equal(of('policy.user.change', 2), 'Owner: access of 2 changed')
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

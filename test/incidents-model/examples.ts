import type { Move } from './moves.ts'

/** Sequences that the usual run always tries. Each fails if the rule that it is named after is broken. */
const sequences: Record<string, Move[]> = {
  'what the rest of a run holds counts before the next attempt is judged': [
    {
      move: 'mistake',
      edits: [{ edit: 'lose column', column: 'department' }, { edit: 'swap columns' }],
      milliseconds: 600_000,
      server: 0,
    },
    {
      move: 'feed',
      edits: [
        { edit: 'lose column', column: 'title' },
        { edit: 'set', some: { from: 8, count: 9 }, key: 'department', to: 'Ops' },
        { edit: 'new', count: 2, department: 'Ops', title: 'lead' },
      ],
      part: { from: 0, count: 3 },
      server: 0,
    },
    {
      move: 'feed',
      edits: [{ edit: 'swap managers' }, { edit: 'suspend', some: { from: 35, count: 9 } }],
      part: 'all',
      server: 0,
    },
    {
      move: 'mistake',
      edits: [{ edit: 'remove', some: { from: 15, count: 6 } }, { edit: 'swap columns' }],
      milliseconds: 600_000,
      server: 0,
    },
  ],
  'pushes of what is held accept none of it, also beside the same source connected once more': [
    { move: 'recreate', server: 1 },
    { move: 'mapping', server: 0 },
    { move: 'feed', edits: [{ edit: 'suspend all' }], part: 'all', server: 0 },
    {
      move: 'one by one',
      edits: [{ edit: 'suspend all' }],
      some: { from: 4, count: 3 },
      server: 1,
    },
    { move: 'approve', source: 'okta', some: { from: 0, count: 2 }, server: 0 },
    { move: 'reject', source: 'okta', some: { from: 7, count: 3 }, server: 0 },
    {
      move: 'one by one',
      edits: [{ edit: 'suspend all' }],
      some: { from: 20, count: 2 },
      server: 1,
    },
  ],
  'somebody leaves while an incident is open, and a person who was shown is deactivated': [
    {
      move: 'feed',
      edits: [{ edit: 'set', some: { from: 4, count: 6 }, key: 'department', to: 'Ops' }],
      part: 'all',
      server: 0,
    },
    {
      move: 'feed',
      edits: [{ edit: 'remove', some: { from: 2, count: 1 } }],
      part: 'all',
      server: 1,
    },
    {
      move: 'feed',
      edits: [{ edit: 'suspend', some: { from: 2, count: 1 } }],
      part: { from: 4, count: 1 },
      server: 0,
    },
    { move: 'look', server: 0 },
    {
      move: 'feed',
      edits: [{ edit: 'restore', some: { from: 8, count: 1 } }],
      part: { from: 6, count: 2 },
      server: 0,
    },
    { move: 'deactivate', person: 5, server: 1 },
    { move: 'late', server: 0 },
    { move: 'feed', edits: [{ edit: 'normal' }], part: 'all', server: 0 },
    { move: 'wait', milliseconds: 90_000_000, server: 0 },
    {
      move: 'feed',
      edits: [{ edit: 'remove', some: { from: 0, count: 3 } }],
      part: 'all',
      server: 1,
    },
    {
      move: 'feed',
      edits: [{ edit: 'remove', some: { from: 19, count: 4 } }],
      part: 'all',
      server: 1,
    },
  ],
  'what was approved counts before the rest applies by itself, and a raised limit lets it': [
    {
      move: 'feed',
      edits: [{ edit: 'set', some: { from: 4, count: 6 }, key: 'department', to: 'Ops' }],
      part: 'all',
      server: 0,
    },
    { move: 'approve', source: 'okta', some: { from: 0, count: 3 }, server: 1 },
    {
      move: 'feed',
      edits: [{ edit: 'keep', some: { from: 4, count: 6 } }],
      part: 'all',
      server: 0,
    },
    { move: 'limit', limit: 'lose', people: 8, server: 1 },
    { move: 'feed', edits: [{ edit: 'normal' }], part: 'all', server: 0 },
    { move: 'limit', limit: 'lose', people: 3, server: 1 },
    { move: 'wait', milliseconds: 90_000_000, server: 0 },
    {
      move: 'feed',
      edits: [{ edit: 'new', count: 7, department: 'Sales', title: 'staff' }],
      part: 'all',
      server: 0,
    },
    {
      move: 'feed',
      edits: [{ edit: 'new', count: 2, department: 'Sales', title: 'lead' }],
      part: 'all',
      server: 1,
    },
    { move: 'approve', source: 'okta', some: { from: 0, count: 2 }, server: 0 },
    { move: 'reject', source: 'okta', some: { from: 3, count: 2 }, server: 1 },
  ],
  'actions on named people, one by one, and those below them; a dated end of a rule': [
    { move: 'script', some: { from: 5, count: 7 }, server: 0 },
    { move: 'exception', person: 20, group: 'vault', applies: true, server: 1 },
    { move: 'wait', milliseconds: 90_000_000, server: 0 },
    { move: 'script', some: { from: 12, count: 2 }, server: 0 },
    { move: 'manager', person: 0, to: 'deputy', applies: false, server: 0 },
    { move: 'manager', person: 1, to: 'm2', applies: false, server: 1 },
    { move: 'manager', person: 0, to: 'm2', applies: true, server: 0 },
    {
      move: 'deprecate rule',
      group: 'sellers',
      milliseconds: 7_200_000,
      applies: false,
      server: 0,
    },
    { move: 'deprecate rule', group: 'direct', milliseconds: 7_200_000, applies: true, server: 1 },
    { move: 'wait', milliseconds: 90_000_000, server: 0 },
  ],
  'accounts of a second source are suspended and lose a value': [
    {
      move: 'second',
      edits: [
        { edit: 'level', some: { from: 2, count: 6 }, to: 'low' },
        { edit: 'suspend', some: { from: 24, count: 2 } },
      ],
      part: 'all',
      server: 0,
    },
  ],
  'rules with a date begin within the limits, or as approved': [
    ...([false, true] as const).map(
      (applies) =>
        ({
          move: 'new rule',
          group: 'levels',
          key: 'title',
          value: 'staff',
          role: 'guest',
          milliseconds: 7_230_000,
          applies,
          server: 0,
        }) as const,
    ),
    {
      move: 'new rule',
      group: 'vault',
      key: 'department',
      value: 'Nowhere',
      role: 'guest',
      milliseconds: 7_230_000,
      applies: false,
      server: 1,
    },
    {
      move: 'feed',
      edits: [{ edit: 'new', count: 3, department: 'Nowhere', title: 'staff' }],
      part: 'all',
      server: 0,
    },
    { move: 'wait', milliseconds: 90_000_000, server: 1 },
  ],
  'what a rejected manager would move no longer counts against a change of policy': [
    {
      move: 'feed',
      edits: [
        { edit: 'set', some: { from: 1, count: 1 }, key: 'manager', to: 'boss' },
        { edit: 'set', some: { from: 2, count: 5 }, key: 'department', to: 'Ops' },
      ],
      part: 'all',
      server: 0,
    },
    { move: 'reject', source: 'okta', some: { from: 0, count: 1 }, server: 0 },
    {
      move: 'new rule',
      group: 'team',
      key: 'title',
      value: 'lead',
      role: 'guest',
      milliseconds: null,
      applies: false,
      server: 0,
    },
  ],
  'many tiny groups lose everybody at once': [
    {
      move: 'mistake',
      edits: [{ edit: 'lose column', column: 'desk' }],
      milliseconds: 600_000,
      server: 0,
    },
  ],
  'the end of a parent is held, beside people who may move': [
    {
      move: 'feed',
      edits: [
        { edit: 'set', some: { from: 14, count: 3 }, key: 'department', to: 'Vertrieb' },
        { edit: 'remove', some: { from: 18, count: 7 } },
      ],
      part: 'all',
      server: 0,
    },
  ],
  'accounts that get new ids at the vendor stay the same people': [
    {
      move: 'feed',
      edits: [{ edit: 'new ids', some: { from: 2, count: 3 } }],
      part: 'all',
      server: 0,
    },
    {
      move: 'feed',
      edits: [{ edit: 'new ids', some: { from: 9, count: 8 } }],
      part: 'all',
      server: 1,
    },
    { move: 'feed', edits: [{ edit: 'swap managers' }], part: 'all', server: 0 },
  ],
}

export const examples: [Move[]][] = Object.values(sequences).map((sequence) => [sequence])

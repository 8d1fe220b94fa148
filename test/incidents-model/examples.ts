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
  'pushes of what is held accept none of it': [
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
  'somebody leaves while an incident is open': [
    {
      move: 'feed',
      edits: [{ edit: 'lose column', column: 'department' }],
      part: 'all',
      server: 0,
    },
    {
      move: 'feed',
      edits: [{ edit: 'remove', some: { from: 8, count: 1 } }],
      part: 'all',
      server: 1,
    },
    {
      move: 'feed',
      edits: [{ edit: 'suspend', some: { from: 20, count: 1 } }],
      part: 'all',
      server: 0,
    },
    { move: 'late', server: 0 },
    { move: 'feed', edits: [{ edit: 'normal' }], part: 'all', server: 0 },
  ],
}

export const examples: [Move[]][] = Object.values(sequences).map((sequence) => [sequence])

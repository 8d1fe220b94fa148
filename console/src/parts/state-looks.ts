export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'grey'
export type Shape = 'full' | 'ring' | 'dashed' | 'half' | 'pause' | 'cross' | 'square' | 'diamond'
type Look = { word: string; shape: Shape; tone: Tone }

/** Every state of every kind of record. One word looks the same wherever it appears. */
const looks: Readonly<Record<string, Look>> = {
  active: { word: 'Active', shape: 'full', tone: 'green' },
  staged: { word: 'Staged', shape: 'dashed', tone: 'blue' },
  expiring: { word: 'Expiring', shape: 'half', tone: 'amber' },
  expired: { word: 'Expired', shape: 'ring', tone: 'grey' },
  suspended: { word: 'Suspended', shape: 'pause', tone: 'amber' },
  deactivated: { word: 'Deactivated', shape: 'cross', tone: 'grey' },
  deleted: { word: 'Deleted', shape: 'cross', tone: 'red' },
  orphan: { word: 'Orphan', shape: 'diamond', tone: 'amber' },
  managed: { word: 'Managed', shape: 'full', tone: 'green' },
  monitored: { word: 'Monitored', shape: 'half', tone: 'blue' },
  unmanaged: { word: 'Unmanaged', shape: 'ring', tone: 'grey' },
  draft: { word: 'Draft', shape: 'dashed', tone: 'blue' },
  open: { word: 'Open', shape: 'diamond', tone: 'amber' },
  closed: { word: 'Closed', shape: 'ring', tone: 'grey' },
  revoked: { word: 'Revoked', shape: 'cross', tone: 'red' },
  used: { word: 'Used', shape: 'ring', tone: 'grey' },
  held: { word: 'Held', shape: 'square', tone: 'amber' },
  missing: { word: 'Missing', shape: 'cross', tone: 'red' },
  extra: { word: 'Extra', shape: 'diamond', tone: 'amber' },
  role_differs: { word: 'Other role', shape: 'half', tone: 'amber' },
  in_sync: { word: 'As it should be', shape: 'full', tone: 'green' },
  outside: { word: 'Outside the rules', shape: 'diamond', tone: 'grey' },
  planning: { word: 'Planning', shape: 'dashed', tone: 'blue' },
  planned: { word: 'Planned', shape: 'half', tone: 'blue' },
  ready: { word: 'Ready', shape: 'half', tone: 'blue' },
  applying: { word: 'Applying', shape: 'dashed', tone: 'blue' },
  stale: { word: 'Out of date', shape: 'ring', tone: 'grey' },
  approved: { word: 'Approved', shape: 'full', tone: 'green' },
  rejected: { word: 'Rejected', shape: 'cross', tone: 'red' },
  released: { word: 'Released', shape: 'ring', tone: 'grey' },
  applied: { word: 'Applied', shape: 'full', tone: 'green' },
  failed: { word: 'Failed', shape: 'cross', tone: 'red' },
  paused: { word: 'Paused', shape: 'pause', tone: 'amber' },
  delivered: { word: 'Accepted', shape: 'full', tone: 'green' },
  sent: { word: 'Sent', shape: 'full', tone: 'green' },
  dead: { word: 'Not delivered', shape: 'cross', tone: 'red' },
  waiting: { word: 'Waiting', shape: 'dashed', tone: 'grey' },
  running: { word: 'Running', shape: 'dashed', tone: 'blue' },
  succeeded: { word: 'Done', shape: 'full', tone: 'green' },
  succeeded_in_part: { word: 'Done', shape: 'diamond', tone: 'amber' },
  interrupted: { word: 'Interrupted', shape: 'cross', tone: 'amber' },
  in: { word: 'In', shape: 'full', tone: 'green' },
  in_grace: { word: 'In grace', shape: 'half', tone: 'amber' },
  unattended: { word: 'Unattended', shape: 'diamond', tone: 'amber' },
  out: { word: 'Not in', shape: 'cross', tone: 'red' },
}

/** How a state is shown. A state that this version does not know is shown by its own name. */
export function stateLooks(state: string): Look {
  return looks[state] ?? { word: state.replaceAll('_', ' '), shape: 'ring', tone: 'grey' }
}

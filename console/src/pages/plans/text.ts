export const text = {
  title: 'Plans',
  plan: 'Plan',
  none: 'No plan waits for a decision',
  noneWhy:
    'A change beyond a limit is not carried out: it becomes a plan, which is listed here for a day.',
  hidden: 'You may not see plans',
  newest: (shown: number, all: string) => `The newest ${shown} of ${all}.`,
  waiting: 'Plans that are ready and exceed a limit. Others are reached by their address.',
  operations: 'What it does',
  made: 'Made',
  lasts: 'Can be applied until',
  more: (count: number) => `and ${count.toLocaleString('en')} more operations`,
  moreNames: (count: number) => `and ${count.toLocaleString('en')} more`,
} as const

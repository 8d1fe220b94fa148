/** What can be checked apart, in the order in which it is checked. */
export const parts = ['access', 'people', 'managers', 'stays', 'due', 'counters', 'audit'] as const
export type Part = (typeof parts)[number]

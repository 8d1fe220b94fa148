import type { Summary } from '../../api/use-summary.ts'

type Recent = NonNullable<Summary['changes']>

export const groups = ['access', 'people', 'sources', 'policy', 'workspace'] as const
export type Group = (typeof groups)[number]

/** Some changes of one kind: how many, and the events that they are. */
export type Segment = { group: Group; count: number; isCapped: boolean; events: string[] }
export type Hour = { beginsAt: string; endsAt: string; count: number; segments: Segment[] }

const hourMilliseconds = 3_600_000

/** The hours of the last day, each with its changes by kind. */
export function hoursOf({ begins_at, ends_at, data }: Recent): Hour[] {
  const begins = Date.parse(begins_at)
  const count = Math.ceil((Date.parse(ends_at) - begins) / hourMilliseconds)
  return Array.from({ length: count }, (_hour, at) => {
    const start = begins + at * hourMilliseconds
    const own = data.filter((each) => Date.parse(each.begins_at) === start)
    return {
      beginsAt: new Date(start).toISOString(),
      endsAt: new Date(start + hourMilliseconds).toISOString(),
      count: sumOf(own),
      segments: segmentsOf(own),
    }
  })
}

/** The kinds that there are, in the order of {@link groups}. */
export function segmentsOf(data: Recent['data']): Segment[] {
  return groups.flatMap((group) => {
    const own = data.filter(({ event }) => groupOf(event) === group)
    if (own.length === 0) return []
    const events = [...new Set(own.map(({ event }) => event))].sort()
    return [{ group, count: sumOf(own), isCapped: own.some((each) => each.is_capped), events }]
  })
}

function sumOf(data: Recent['data']): number {
  return data.reduce((sum, { count }) => sum + count, 0)
}

function groupOf(event: string): Group {
  if (event.startsWith('policy.user.')) return 'access'
  if (event.startsWith('policy.')) return 'policy'
  if (event.startsWith('directory.user.')) return 'people'
  return event.startsWith('directory.') ? 'sources' : 'workspace'
}

import { useQueries } from '@tanstack/react-query'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'

export type RulesetRow = RowOf<'/policy/rulesets'>

/** As many as a page of a list, so that each page is asked for once. */
const idsAtOnce = 100

/** The rulesets of resources, by the id of the resource; none for a caller who may see none. */
export function useRulesetsOf(resources: readonly string[]): ReadonlyMap<string, RulesetRow> {
  return useQueries({
    queries: chunksOf(resources).map((ids) => ({
      queryKey: ['/policy/rulesets', 'of', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { 'filter[resource_id]': ids.join(','), 'page[size]': '500' }
        return (await muster.get('/policy/rulesets', { params: { query }, signal })).data
      },
    })),
    combine: byResource,
  })
}

function byResource(answers: readonly { data?: readonly RulesetRow[] | undefined }[]) {
  return new Map(answers.flatMap(({ data = [] }) => data.map((row) => [row.resource_id, row])))
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_chunk, at) =>
    ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  )
}

import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body, InitArgument } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { keepVersion } from '../../api/versions.ts'

export type Source = Body<'get', '/workspace/integrations/{integration}'>

const path = '/workspace/integrations/{integration}'

/** The source of the address, for the frame and for each tab. */
export function useSource(): UseQueryResult<Source> {
  const { integration } = useParams({ from: '/sources/$integration' })
  return useApi(path, {
    params: { path: { integration }, query: { include: ['abilities'] } },
  })
}

type Change = NonNullable<InitArgument<'patch', typeof path>[0]>['body']

/**
 * Changes a source. What is shown of it is as the answer says before the change is over, so that the next step of connecting
 * begins with what was saved. Only the state `of` the source is changed.
 */
export function useSourceChange(source: Source) {
  const { id } = source
  const client = useQueryClient()
  return async (body: Change, of: Source = source) => {
    const params = { path: { integration: id } }
    const sent = await muster.send('patch', path, { of, params, body })
    if ('mapping' in sent.body) {
      const { abilities: _none, ...saved } = sent.body
      client.setQueriesData<Source>(
        { queryKey: [path], predicate: ({ state }) => isOf(id, state.data) },
        (last) => last && keepVersion({ ...last, ...saved }, sent.body),
      )
    }
    return sent
  }
}

function isOf(id: string, data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === id
}

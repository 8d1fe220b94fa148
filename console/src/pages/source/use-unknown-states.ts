import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'

export type UnknownState = { path: string; value: string; rows: number }

/** The states that a run found and that the mapping does not have; none for those who may not see values, and without a run. */
export function useUnknownStates(
  integration: string,
  run: string | undefined,
): readonly UnknownState[] {
  const may = useMay('directory.identity.profile.view') && run !== undefined
  const { data } = useApiIf(may, '/workspace/integrations/{integration}/runs/{run}/rows', {
    params: {
      path: { integration, run: run ?? '' },
      query: { include: ['unknown_states'], 'page[size]': '1' },
    },
  })
  return data?.unknown_states ?? none
}

const none: readonly UnknownState[] = []

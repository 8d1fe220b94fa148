import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { stateLooks } from '../../parts/state-looks.ts'

const any = 'any'

/**
 * A filter on the state that shows what is active until one asks for something else: `?state=any` is the way to have no filter
 * in the address.
 */
export function useStateFilter(label: string, states: readonly string[]) {
  const [url, setUrl] = useUrlState()
  const state = url['state'] ?? 'active'
  return {
    query: state === any ? {} : { 'filter[state]': state },
    bar: {
      url: { ...url, state: state === any ? '' : state },
      onChange: (patch: UrlState) =>
        setUrl(patch['state'] === '' ? { ...patch, state: any } : patch),
      filters: [
        {
          key: 'state',
          label,
          options: states.map((value) => ({ value, label: stateLooks(value).word })),
        },
      ],
    },
  }
}

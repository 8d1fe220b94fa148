import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { PolicySettingsForm } from './policy-settings-form.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

/** The limits and defaults of every ruleset and source that has none of its own. */
export function PolicySettings() {
  const { data, error, refetch } = useApi('/policy/settings', {
    params: { query: { include: ['abilities'] } },
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Scroll>
      <p className={classes['intro']}>{text.policy.intro}</p>
      {data !== undefined && <PolicySettingsForm key={data.timestamp.updated_at} settings={data} />}
    </Scroll>
  )
}

import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './why.module.css'

const { past: words } = text

/** A stay that has ended: which rule admitted, and from when to when. */
export function PastStay({ stay }: { stay: string }) {
  const { data, error } = useApi('/policy/users/{policy_user}', {
    params: { path: { policy_user: stay } },
  })
  if (error !== null) return <ErrorState error={error} />
  if (data === undefined) return null
  const { policy_rule: rule } = data.included
  const end = data.timestamp.deleted_at
  return (
    <section className={classes['past']}>
      <h2 className={classes['heading']}>{words.title}</h2>
      <Facts
        of={{
          [words.state]: <StateBadge state={data.state} />,
          [words.role]: rule.role_name,
          [words.from]: <Time at={data.timestamp.activated_at} />,
          [words.to]: end !== null && <Time at={end} />,
          [words.rule]: rule.description,
        }}
      />
    </section>
  )
}

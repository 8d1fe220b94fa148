import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { kindWords } from '../../parts/kinds.ts'
import { text } from './text.ts'
import classes from './home.module.css'

const mostShown = 20

/** The groups on whose rules the viewer has a role. Who may see all rules finds them under Policy. */
export function OwnGroups() {
  const seesAll = useMay('policy.rule.view')
  const { data } = useApiIf(!seesAll, '/policy/rulesets', {
    params: { query: { 'page[size]': String(mostShown) } },
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className={classes['panel']}>
      <header className={classes['panelHead']}>
        <h2 className={classes['heading']}>{text.ownGroups}</h2>
        {data.links.next !== null && <Link to="/policy">{text.allGroups}</Link>}
      </header>
      <ul className={classes['states']}>
        {data.data.map(({ id, type, policy_resource: { name } }) => (
          <li key={id}>
            <Link to="/policy/$ruleset" params={{ ruleset: id }} className={classes['state']}>
              <span>{name}</span>
              <span className={classes['soft']}>{kindWords(type)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useUrlState } from '../../app/url-state.ts'
import { labelRulesets } from './label-rulesets.ts'
import { EffectPeople } from './people.tsx'
import { Numbers } from './numbers.tsx'
import { Resources } from './resources.tsx'
import { text } from './text.ts'
import { changes, countOf, type EffectSource, type PlannedRuleset, type Totals } from './types.ts'
import classes from './plan.module.css'

type Properties = {
  totals: Totals
  /** Those that the effect moves and the caller may see. */
  rulesets: readonly PlannedRuleset[]
  /** Where the people are read; without it only numbers and resources are shown. */
  source?: EffectSource
}

/** An effect on access: added, removed and changed, resources with bars, and people with search. */
export function Effect({ totals, rulesets, source }: Properties) {
  const [url, setUrl] = useUrlState()
  if (totals.people === 0)
    return (
      <div className={classes['none']}>
        <p className={classes['heading']}>{text.noEffect}</p>
        <p className={classes['soft']}>{text.noEffectWhy}</p>
      </div>
    )
  const kind = changes.find((each) => each === url['kind'])
  const choose = source !== undefined
  const moved = labelRulesets(
    rulesets.filter(({ totals: own }) => changes.some((each) => countOf(own, each) > 0)),
  )
  return (
    <div className={classes['effect']}>
      <p className={classes['affects']}>{text.affects(totals.people, moved.length)}</p>
      <Numbers
        totals={totals}
        chosen={kind}
        onChoose={choose ? (next) => setUrl({ kind: next ?? '' }) : undefined}
      />
      <div className={classes['where']} data-split={choose}>
        {rulesets.length > 0 && (
          <Resources
            rulesets={moved}
            chosen={url['ruleset']}
            onChoose={choose ? (next) => setUrl({ ruleset: next ?? '' }) : undefined}
          />
        )}
        {source !== undefined && <EffectPeople source={source} rulesets={moved} />}
      </div>
    </div>
  )
}

import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useUrlState } from '../../app/url-state.ts'
import { kindWords } from '../kinds.ts'
import { Middle } from '../middle.tsx'
import {
  labelRulesets,
  changes,
  countOf,
  toneOf,
  type LabelledRuleset,
  type EffectSource,
  type PlannedRuleset,
  type Totals,
  type Change,
} from './types.ts'
import { EffectPeople } from './people.tsx'
import { Numbers } from './numbers.tsx'
import { text } from './text.ts'
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
        <p className="heading mb-4">{text.noEffect}</p>
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

const fewRows = 12

/** The resources of an effect as rows with bars, the most changed first. With `onChoose` each narrows the people to its own. */
function Resources({
  rulesets,
  chosen,
  onChoose,
}: {
  rulesets: readonly LabelledRuleset[]
  chosen?: string | undefined
  onChoose?: ((rulesetId: string | undefined) => void) | undefined
}) {
  const [isWhole, setIsWhole] = useState(false)
  const moved = rulesets
    .map((ruleset) => ({ ruleset, count: sumOf(ruleset) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const most = moved[0]?.count ?? 0
  const shown = isWhole ? moved : moved.slice(0, fewRows)
  return (
    <section className={classes['resources']} aria-label={text.resources}>
      <h2 className="heading mb-4">
        {text.resources} <span className={classes['soft']}>{moved.length}</span>
      </h2>
      <ul>
        {shown.map(({ ruleset }) => (
          <li key={ruleset.ruleset_key}>
            <Row ruleset={ruleset} most={most} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {moved.length > shown.length && (
        <UnstyledButton className={classes['more']} onClick={() => setIsWhole(true)}>
          {text.moreFindings(moved.length - shown.length)}
        </UnstyledButton>
      )}
    </section>
  )
}

function Row({
  ruleset,
  most,
  chosen,
  onChoose,
}: {
  ruleset: LabelledRuleset
  most: number
  chosen: string | undefined
  onChoose: ((rulesetId: string | undefined) => void) | undefined
}) {
  const { ruleset_key: key, label } = ruleset
  const content = (
    <>
      <span className={classes['resourceName']}>
        <Middle text={label} />
        <span className={classes['soft']}>{noteOf(ruleset)}</span>
      </span>
      <Bar ruleset={ruleset} most={most} />
      <Counts ruleset={ruleset} />
    </>
  )
  if (onChoose === undefined) return <div className={classes['resource']}>{content}</div>
  return (
    <UnstyledButton
      className={classes['resource']}
      aria-pressed={chosen === key}
      onClick={() => onChoose(chosen === key ? undefined : key)}
    >
      {content}
    </UnstyledButton>
  )
}

function noteOf({ ruleset_id: id, type, totals, added_members: members }: PlannedRuleset): string {
  const notes = [kindWords(type)]
  if (id === null) notes.push(text.newResource)
  if (totals.added > 0 && typeof members === 'number')
    notes.push(text.addedMembers(members, totals.added))
  return notes.join(', ')
}

/** The widest bar is that of the resource with the most changes. */
function Bar({ ruleset, most }: { ruleset: PlannedRuleset; most: number }) {
  return (
    <span aria-hidden className={classes['bar']}>
      {changes.map((change) => (
        <span
          key={change}
          data-tone={toneOf[change]}
          style={{ width: `${(countOf(ruleset.totals, change) / Math.max(1, most)) * 100}%` }}
        />
      ))}
    </span>
  )
}

const words: Readonly<Record<Change, string>> = {
  added: text.kinds.added,
  removed: text.kinds.removed,
  changed: text.changed.toLowerCase(),
}
const signs: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '~' }

function Counts({ ruleset: { totals } }: { ruleset: PlannedRuleset }) {
  return (
    <span className={classes['counts']}>
      {changes
        .map((change) => ({ change, count: countOf(totals, change) }))
        .filter(({ count }) => count > 0)
        .map(({ change, count }) => (
          <span key={change} data-tone={toneOf[change]}>
            <span aria-hidden>{signs[change]}</span>
            {count.toLocaleString('en')}
            <span className="visually-hidden"> {words[change]} </span>
          </span>
        ))}
    </span>
  )
}

function sumOf({ totals }: PlannedRuleset): number {
  return changes.reduce((sum, change) => sum + countOf(totals, change), 0)
}

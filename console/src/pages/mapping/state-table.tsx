import { useState } from 'react'
import { Section } from '../../parts/section.tsx'
import { FieldLine } from './account-fields.tsx'
import {
  accountStates,
  otherwiseOf,
  stateSources,
  withKnownFirst,
  withMeaning,
  withOtherwise,
  type AccountState,
  type ColumnsAt,
  type Json,
  type StateSource,
} from './mapping-json.ts'
import { AddPath } from './path-list.tsx'
import { text } from './text.ts'
import { useBeginning } from './use-beginning.tsx'
import { SelectField } from '../../parts/fields.tsx'
import classes from './mapping.module.css'

const { states: words } = text

type StateValue = { path: string; value: string }
/** `rows`: how many have it, where that is known. */
type UnknownState = StateValue & { rows?: number }

/** What each value of a state means, with those that the file has and the mapping does not know. */
export function StateTable({
  mapping,
  unknown,
  present,
  columnsAt,
  onChange,
}: {
  mapping: Json
  unknown: readonly UnknownState[]
  /** What the records have where states are read. */
  present: readonly StateValue[]
  columnsAt: ColumnsAt
  onChange: (mapping: Json) => void
}) {
  const sources = stateSources(mapping)
  const { first, others } = withKnownFirst(
    sources.map(({ path }) => path),
    columnsAt,
  )
  const most = first.length > 0 ? first.length : mostShown
  const { shown, rest } = useBeginning([...first, ...others], most, words.moreColumns)
  return (
    <Section title={words.title} detail={words.detail}>
      {sources.length === 0 && <p className="small quiet">{words.none}</p>}
      {sources
        .filter(({ path }) => shown.includes(path))
        .map(({ path, values }) => (
          <SourceStates
            key={path}
            source={{ path, values }}
            unknown={unknown.filter((each) => columnsAt(path).includes(each.path))}
            present={present.filter((each) => columnsAt(path).includes(each.path))}
            onMeaning={(value, state) => onChange(withMeaning(mapping, { path, value }, state))}
          />
        ))}
      {rest}
      <FieldLine label={words.otherwise} detail="">
        <Meaning
          label={words.otherwise}
          value={otherwiseOf(mapping)}
          onChange={(state) => {
            if (state !== undefined) onChange(withOtherwise(mapping, state))
          }}
        />
      </FieldLine>
    </Section>
  )
}

/** The values that the records have come first, then those that got a meaning here. */
function SourceStates({
  source: { path, values },
  unknown,
  present,
  onMeaning,
}: {
  source: StateSource
  unknown: readonly UnknownState[]
  present: readonly StateValue[]
  onMeaning: (value: string, state: AccountState | undefined) => void
}) {
  const [before] = useState(values)
  const [added, setAdded] = useState<readonly UnknownState[]>([])
  const have = new Set(present.map(({ value }) => value.trim().toLowerCase()))
  const ranked = Object.entries(values).toSorted(([one], [other]) => rankOf(one) - rankOf(other))
  const first = ranked.filter(([value]) => rankOf(value) < 2).length
  const { shown, rest } = useBeginning(ranked, first > 0 ? first : mostShown, words.moreValues)

  function rankOf(value: string): number {
    if (have.has(value)) return 0
    return values[value] === before[value] ? 2 : 1
  }

  return (
    <FieldLine label={words.from(path)} detail="">
      <ul className={classes['states']}>
        {[...unknown, ...added]
          .filter(({ value }) => !(value.trim().toLowerCase() in values))
          .map((each) => (
            <Unknown key={each.value} value={each} onMeaning={onMeaning} />
          ))}
        {shown.map(([value, state]) => (
          <li key={value}>
            <code>{value}</code>
            <Meaning
              label={words.meaning(value, path)}
              value={accountStates.find((each) => each === state)}
              empty={words.drop}
              onChange={(next) => onMeaning(value, next)}
            />
          </li>
        ))}
      </ul>
      {rest}
      <AddPath
        label={words.valuesOf(path)}
        known={[]}
        onAdd={(value) =>
          setAdded([...added.filter((each) => each.value !== value), { path, value }])
        }
      />
    </FieldLine>
  )
}

/** A value that has no meaning yet. */
function Unknown({
  value: { path, value, rows },
  onMeaning,
}: {
  value: UnknownState
  onMeaning: (value: string, state: AccountState | undefined) => void
}) {
  return (
    <li className={classes['unknown']}>
      <span>
        <code>{value}</code>{' '}
        <span className="small amber">
          {rows === undefined ? words.added : words.unknown(rows)}
        </span>
      </span>
      <Meaning
        label={words.meaning(value, path)}
        value={undefined}
        empty={words.choose}
        onChange={(state) => onMeaning(value, state)}
      />
    </li>
  )
}

const mostShown = 6

function Meaning({
  label,
  value,
  empty,
  onChange,
}: {
  label: string
  value: AccountState | undefined
  /** What stands for no meaning, where that can be. */
  empty?: string
  onChange: (state: AccountState | undefined) => void
}) {
  return (
    <SelectField
      label={label}
      isLabelHidden
      none={empty}
      options={words.words}
      value={value}
      onChange={onChange}
      onNone={() => onChange(undefined)}
    />
  )
}

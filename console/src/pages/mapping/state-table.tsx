import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../parts/section.tsx'
import { FieldLine } from './account-fields.tsx'
import {
  accountStates,
  otherwiseOf,
  stateSources,
  withMeaning,
  withOtherwise,
  type AccountState,
  type Json,
  type StateSource,
} from './mapping-json.ts'
import { text } from './text.ts'
import classes from './mapping.module.css'

const { states: words } = text

type UnknownState = { path: string; value: string; rows: number }

/** What each value of a state means, with those that the file has and the mapping does not know. */
export function StateTable({
  mapping,
  unknown,
  onChange,
}: {
  mapping: Json
  unknown: readonly UnknownState[]
  onChange: (mapping: Json) => void
}) {
  const sources = stateSources(mapping)
  return (
    <Section title={words.title} detail={words.detail}>
      {sources.length === 0 && <p className={classes['quiet']}>{words.none}</p>}
      {sources.map(({ path, values }) => (
        <SourceStates
          key={path}
          source={{ path, values }}
          unknown={unknown.filter((each) => each.path === path)}
          onMeaning={(value, state) => onChange(withMeaning(mapping, { path, value }, state))}
        />
      ))}
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

/** Values that have got a meaning here come first. */
function SourceStates({
  source: { path, values },
  unknown,
  onMeaning,
}: {
  source: StateSource
  unknown: readonly UnknownState[]
  onMeaning: (value: string, state: AccountState | undefined) => void
}) {
  const [isWhole, setIsWhole] = useState(false)
  const known = Object.entries(values)
  const shown = isWhole ? known : known.slice(-mostShown)
  return (
    <FieldLine label={words.from(path)} detail="">
      <ul className={classes['states']}>
        {unknown
          .filter(({ value }) => !(value.toLowerCase() in values))
          .map(({ value, rows }) => (
            <li key={value} className={classes['unknown']}>
              <span>
                <code>{value}</code> <span className={classes['new']}>{words.unknown(rows)}</span>
              </span>
              <Meaning
                label={words.meaning(value, path)}
                value={undefined}
                empty={words.choose}
                onChange={(state) => onMeaning(value, state)}
              />
            </li>
          ))}
        {shown.toReversed().map(([value, state]) => (
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
      {shown.length < known.length && (
        <UnstyledButton className={classes['more']} onClick={() => setIsWhole(true)}>
          {text.more(known.length - shown.length)}
        </UnstyledButton>
      )}
    </FieldLine>
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
    <select
      aria-label={label}
      className={classes['select']}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(accountStates.find((each) => each === currentTarget.value))
      }
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {accountStates.map((each) => (
        <option key={each} value={each}>
          {words.words[each]}
        </option>
      ))}
    </select>
  )
}

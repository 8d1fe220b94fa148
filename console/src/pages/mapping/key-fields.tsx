import { useId } from 'react'
import { Section } from '../../parts/section.tsx'
import { FieldLine } from './account-fields.tsx'
import { keyNames, shownKeyNames, type Draft } from './use-draft.ts'
import { byExactName } from './mapping-json.ts'
import { PathList } from './path-list.tsx'
import { text } from './text.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { lengths } from '../../gen/lengths.ts'

const { keys: words, policy } = text

/** Which keys of profiles have a meaning to Muster, and which of them rules may name. */
export function KeyFields({
  draft,
  known,
  maySeeValues,
  onChange,
}: {
  draft: Draft
  /** Keys that profiles have. */
  known: readonly string[]
  maySeeValues: boolean
  onChange: (draft: Draft) => void
}) {
  const listId = useId()
  const names = maySeeValues ? keyNames : keyNames.filter((name) => !shownKeyNames.has(name))
  return (
    <>
      <Section title={words.title} detail={words.detail}>
        <datalist id={listId}>
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {names.map((name) => (
          <FieldLine key={name} label={words[name]} detail="">
            <TextField
              aria-label={words[name]}
              placeholder={words.none}
              value={draft[name] ?? ''}
              maxLength={lengths.updateIntegration[name]}
              list={listId}
              onChange={(value) => onChange({ ...draft, [name]: value })}
            />
          </FieldLine>
        ))}
        <FieldLine label={words.manager_profile_holds} detail="">
          <SelectField
            label={words.manager_profile_holds}
            isLabelHidden
            options={words.holds}
            value={draft.manager_profile_holds}
            onChange={(manager_profile_holds) => onChange({ ...draft, manager_profile_holds })}
          />
        </FieldLine>
      </Section>
      <Section title={policy.title} detail={policy.detail}>
        <PathList
          label={policy.label}
          paths={draft.policy_keys}
          known={known}
          columnsAt={byExactName(known)}
          isOrdered={false}
          onChange={(keys) => onChange({ ...draft, policy_keys: [...keys] })}
        />
      </Section>
    </>
  )
}

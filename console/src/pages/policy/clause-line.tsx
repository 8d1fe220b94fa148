import { ActionIcon } from '@mantine/core'
import { useMay } from '../../api/session.ts'
import { CheckField, SelectField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icon.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import {
  isHidden,
  listOperators,
  takesOrAbsent,
  takesValue,
  type Clause,
  type Operator,
  type Subject,
} from './draft.ts'
import { text } from './text.ts'
import { attributesFor, resourcesFor, subjectOf, subjectsFor, valuesFor } from './suggestions.ts'
import classes from './editor.module.css'

const { editor } = text

/** One condition, as a part of the sentence whose words are chosen in place. */
export function ClauseLine({
  clause,
  isFirst,
  onChange,
  onRemove,
}: {
  clause: Clause
  isFirst: boolean
  onChange: (clause: Clause) => void
  onRemove: () => void
}) {
  const { subject } = clause
  // What changes is another condition than the stored one.
  const change = (patch: Partial<Clause>) => onChange({ ...clause, stored: null, ...patch })
  return (
    <li className={classes['clause']}>
      <span className={classes['joint']}>{jointOf(subject, isFirst)}</span>
      {isHidden(clause) ? (
        <span className={classes['hidden']} title={editor.hiddenWhy}>
          {clause.stored?.description}
        </span>
      ) : (
        <>
          <SubjectField
            value={subject === null ? '' : subjectWords(subject)}
            isNew={subject === null}
            onPick={(next) =>
              change({
                subject: next,
                operator: 'equals',
                target: null,
                values: [],
                orAbsent: false,
              })
            }
          />
          {subject !== null && (
            <Test
              key={JSON.stringify(subject)}
              clause={clause}
              subject={subject}
              onChange={change}
            />
          )}
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={editor.removeCondition}
        onClick={onRemove}
      >
        <Icon name="close" size={13} />
      </ActionIcon>
    </li>
  )
}

function jointOf(subject: Subject | null, isFirst: boolean): string {
  const joint = subject?.type === 'user' ? editor.where : editor.whose
  return isFirst ? joint : `${editor.and} ${joint}`
}

function SubjectField({
  value,
  isNew,
  onPick,
}: {
  value: string
  isNew: boolean
  onPick: (subject: Subject) => void
}) {
  const seesDimensions = useMay('directory.dimension.view')
  const seesAttributes = useMay('directory.attribute.view')
  const seen = {
    attributes: seesDimensions && seesAttributes,
    keys: useMay('directory.identity.profile.view'),
    people: useMay('directory.user.view'),
    rules: useMay('policy.rule.view'),
  }
  return (
    <SuggestField
      label={editor.subject}
      value={value}
      placeholder={editor.subjectHint}
      suggest={subjectsFor(seen)}
      onPick={(id) => onPick(subjectOf(id))}
      isInline
      isNext={isNew}
    />
  )
}

function subjectWords(subject: Subject): string {
  switch (subject.type) {
    case 'attribute':
      return subject.dimension.name
    case 'identity':
      return subject.integration === null
        ? subject.key
        : `${subject.key} of ${subject.integration.handle}`
    case 'user':
    case 'direct_reports_of':
    case 'all_reports_of':
    case 'entitled_to':
      return editor.relations[subject.type]
  }
}

function Test({
  clause,
  subject,
  onChange,
}: {
  clause: Clause
  subject: Subject
  onChange: (patch: Partial<Clause>) => void
}) {
  const { operator } = clause
  const words: Partial<Record<Operator, string>> =
    subject.type === 'identity' ? editor.operators : editor.membership[subject.type]
  return (
    <>
      <SelectField<Operator>
        look="word"
        label={editor.operator}
        options={words}
        value={operator}
        onChange={(next) => onChange({ operator: next, values: kept(clause, next) })}
      />
      {subject.type === 'identity' ? (
        takesValue(operator) && <Values clause={clause} subject={subject} onChange={onChange} />
      ) : (
        <Target clause={clause} subject={subject} onChange={onChange} />
      )}
      {subject.type === 'identity' && takesOrAbsent(operator) && (
        <CheckField
          size="xs"
          label={editor.orAbsent}
          value={clause.orAbsent}
          onChange={(orAbsent) => onChange({ orAbsent })}
        />
      )}
    </>
  )
}

/** The values that another operator can take over. */
function kept({ values }: Clause, next: Operator): readonly string[] {
  if (!takesValue(next)) return []
  return listOperators.has(next) ? values : values.slice(0, 1)
}

function Target({
  clause: { target },
  subject,
  onChange,
}: {
  clause: Clause
  subject: Exclude<Subject, { type: 'identity' }>
  onChange: (patch: Partial<Clause>) => void
}) {
  return (
    <SuggestField
      {...targetsOf(subject)}
      value={target?.name ?? ''}
      onPick={(id, name) => onChange({ target: { id, name } })}
      isInline
      isNext={target === null}
    />
  )
}

function targetsOf(subject: Exclude<Subject, { type: 'identity' }>) {
  switch (subject.type) {
    case 'attribute': {
      const { id } = subject.dimension
      return { label: editor.value, placeholder: editor.valueHint, suggest: attributesFor(id) }
    }
    case 'entitled_to':
      return { label: editor.resource, placeholder: editor.resourceHint, suggest: resourcesFor }
    default:
      return { label: editor.person, placeholder: editor.personHint, suggest: peopleFor }
  }
}

/** One value, or several where the operator takes a list. */
function Values({
  clause: { operator, values },
  subject,
  onChange,
}: {
  clause: Clause
  subject: Extract<Subject, { type: 'identity' }>
  onChange: (patch: Partial<Clause>) => void
}) {
  const known = valuesFor(subject)
  if (!listOperators.has(operator)) {
    const set = (value: string) => onChange({ values: [value] })
    return (
      <SuggestField
        label={editor.value}
        value={values[0] ?? ''}
        placeholder={editor.valueHint}
        suggest={known}
        onPick={set}
        onText={set}
        isInline
        isNext={values.length === 0}
      />
    )
  }
  const add = (value: string) => onChange({ values: [...new Set([...values, value])] })
  return (
    <span className="inline-flex wrap center gap-4 shrink">
      {values.map((value) => (
        <span key={value} className={classes['value']}>
          {value}
          <button
            type="button"
            aria-label={editor.removeValue(value)}
            onClick={() => onChange({ values: values.filter((each) => each !== value) })}
          >
            <Icon name="close" size={11} />
          </button>
        </span>
      ))}
      <SuggestField
        key={values.length}
        label={editor.anotherValue}
        value=""
        placeholder={values.length === 0 ? editor.valueHint : editor.anotherHint}
        suggest={known}
        onPick={add}
        onText={add}
        isInline
        isNext={values.length === 0}
      />
    </span>
  )
}

import { useApi } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { text } from './text.ts'
import { WhyView } from './why-view.tsx'
import classes from './why.module.css'

/** The question as a page: a person and a resource, chosen by search, and the answer below. */
export function WhyPage() {
  const [{ person, ruleset, stay }, setUrl] = useUrlState()
  return (
    <Page title={text.title}>
      <div className={classes['question']}>
        <PersonField
          person={person}
          onPick={(picked) => setUrl({ person: picked, stay: '' }, { push: true })}
        />
        <Icon name="right" size={14} />
        <ResourceField
          ruleset={ruleset}
          onPick={(picked) => setUrl({ ruleset: picked, stay: '' }, { push: true })}
        />
      </div>
      {person !== undefined && ruleset !== undefined ? (
        <WhyView person={person} ruleset={ruleset} stay={stay} />
      ) : (
        <EmptyState title={text.ask}>{text.intro}</EmptyState>
      )}
    </Page>
  )
}

type FieldOf = { onPick: (id: string) => void }

function PersonField({ person, onPick }: FieldOf & { person: string | undefined }) {
  const field = { label: text.personField, placeholder: text.findPerson, onPick }
  return person === undefined ? (
    <RecordPicker kind="people" chosen="" {...field} />
  ) : (
    <ChosenPerson person={person} {...field} />
  )
}

type Field = FieldOf & { label: string; placeholder: string }

function ChosenPerson({ person, ...field }: Field & { person: string }) {
  const { data } = useApi('/directory/users/{user}', { params: { path: { user: person } } })
  return <RecordPicker kind="people" chosen={data?.full_name ?? ''} {...field} />
}

function ResourceField({ ruleset, onPick }: FieldOf & { ruleset: string | undefined }) {
  const field = { label: text.resourceField, placeholder: text.findResource, onPick }
  return ruleset === undefined ? (
    <RecordPicker kind="rulesets" chosen="" {...field} />
  ) : (
    <ChosenResource ruleset={ruleset} {...field} />
  )
}

function ChosenResource({ ruleset, ...field }: Field & { ruleset: string }) {
  const { data } = useApi('/policy/rulesets/{ruleset}', { params: { path: { ruleset } } })
  return <RecordPicker kind="rulesets" chosen={data?.policy_resource.name ?? ''} {...field} />
}

import { useApiIf } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor, rulesetsFor } from '../../parts/suggest-records.ts'
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

function PersonField({
  person = '',
  onPick,
}: {
  person: string | undefined
  onPick: (id: string) => void
}) {
  const params = { path: { user: person } }
  const { data } = useApiIf(person !== '', '/directory/users/{user}', { params })
  return (
    <div className={classes['field']}>
      <SuggestField
        label={text.personField}
        value={data?.full_name ?? ''}
        placeholder={text.findPerson}
        suggest={peopleFor}
        onPick={onPick}
      />
    </div>
  )
}

function ResourceField({
  ruleset = '',
  onPick,
}: {
  ruleset: string | undefined
  onPick: (id: string) => void
}) {
  const params = { path: { ruleset } }
  const { data } = useApiIf(ruleset !== '', '/policy/rulesets/{ruleset}', { params })
  return (
    <div className={classes['field']}>
      <SuggestField
        label={text.resourceField}
        value={data?.policy_resource.name ?? ''}
        placeholder={text.findResource}
        suggest={rulesetsFor}
        onPick={onPick}
      />
    </div>
  )
}

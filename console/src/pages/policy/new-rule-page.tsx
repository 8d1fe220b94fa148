import { emptyDraft } from './use-draft.ts'
import { markOf, can } from '../../parts/can.tsx'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Crumb, Page } from '../../parts/page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { isWhole, newClause, type Draft } from './draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleColumns, RulesetCrumbs } from './rule-frame.tsx'
import { createDraft } from './save-draft.ts'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './editor.module.css'

/** A rule that is not stored yet. */
export function NewRulePage() {
  const { data: ruleset, error, refetch } = useRuleset()
  if (error !== null)
    return (
      <Page title={text.editor.newTitle}>
        <ErrorState error={error} retry={() => void refetch()} />
      </Page>
    )
  if (ruleset === undefined)
    return (
      <Page title={text.editor.newTitle} crumbs={<Crumb to="/policy">{text.title}</Crumb>}>
        {null}
      </Page>
    )
  return <NewRule ruleset={ruleset} />
}

function NewRule({ ruleset }: { ruleset: Ruleset }) {
  const [begun] = useState<Draft>(() => ({ ...emptyDraft, clauses: [newClause()] }))
  const [draft, setDraft] = useState(begun)
  const navigate = useNavigate()
  const save = useChange(async () => {
    const { id } = await createDraft(ruleset.id, draft)
    await navigate({
      to: '/policy/$ruleset/rules/$rule',
      params: { ruleset: ruleset.id, rule: id },
      replace: true,
    })
  })
  const isReady = draft.clauses.every(isWhole)
  const mayDraft = can(ruleset, 'create_rule')
  return (
    <Page
      title={text.editor.newTitle}
      crumbs={<RulesetCrumbs of={ruleset} />}
      state={<StateBadge state="draft" />}
      subtitle={isReady ? text.editor.unsaved : text.editor.unfinished}
      action={
        mayDraft && isReady ? (
          <Button variant="filled" loading={save.isPending} onClick={() => save.mutate()}>
            {text.editor.save}
          </Button>
        ) : undefined
      }
      isFilled
    >
      {mayDraft ? (
        <RuleColumns
          mark={markOf(ruleset, 'create_rule')}
          match={{ ruleset: ruleset.id, clauses: draft.clauses, replaced: null }}
        >
          {save.error !== null && <ChangeError error={save.error} />}
          <RuleEditor ruleset={ruleset} draft={draft} onChange={setDraft} />
        </RuleColumns>
      ) : (
        <p className={classes['note']}>{text.match.notAllowed}</p>
      )}
      <AskToLeave isUnsaved={draft !== begun && !save.isPending && !save.isSuccess} />
    </Page>
  )
}

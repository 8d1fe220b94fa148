import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { markOf, can } from '../../parts/can.tsx'
import { useApi, useChange } from '../../api/use-api.ts'
import { useEdits } from '../../api/use-edits.ts'
import { useUrlState } from '../../app/url-state.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Crumb, Page } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { Findings } from '../../parts/notice.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { isWhole, type Draft } from './draft.ts'
import { RuleActions } from './rule-actions.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleColumns, RuleFrame } from './rule-frame.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { changeDraft } from './save-draft.ts'
import { text } from './text.ts'
import { emptyDraft, useDraft, type Rule, type StoredDraft } from './use-draft.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './editor.module.css'

/** A rule: written in place while it is a draft, else read. */
export function RulePage() {
  const { rule: id } = useParams({ from: '/policy/$ruleset/rules/$rule' })
  const { data: ruleset, error: hidden } = useRuleset()
  const {
    data: rule,
    error,
    refetch,
  } = useApi('/policy/rules/{rule}', {
    params: { path: { rule: id }, query: { include: ['abilities'] } },
  })
  const isEdited = can(rule, 'create_condition')
  const isWritten = can(ruleset, 'create_rule') || isEdited
  const { data: stored } = useDraft(isWritten ? rule : undefined)
  const refused = hidden ?? error
  if (refused !== null)
    return (
      <Page title={text.rules.rule} crumbs={<Crumb to="/policy">{text.title}</Crumb>}>
        <ErrorState error={refused} retry={() => void refetch()} />
      </Page>
    )
  if (rule === undefined || ruleset === undefined || (isWritten && stored === undefined))
    return (
      <Page title="…" crumbs={<Crumb to="/policy">{text.title}</Crumb>} subtitle=" ">
        {null}
      </Page>
    )
  return isEdited && stored !== undefined ? (
    <EditedRule key={rule.id} ruleset={ruleset} rule={rule} stored={stored} />
  ) : (
    <ReadRule ruleset={ruleset} rule={rule} draft={stored?.draft ?? emptyDraft} />
  )
}

type Edited = { ruleset: Ruleset; rule: Rule; stored: StoredDraft }

function EditedRule({ ruleset, rule, stored }: Edited) {
  const edits = useEdits(stored, draftOf)
  const { written: draft, isChanged } = edits
  const [{ replaces }] = useUrlState()
  const change = useChange(() => changeDraft(edits.base.rule, draft))
  const save = () => change.mutate(undefined, { onSuccess: edits.saved })
  const discard = () => {
    change.reset()
    edits.discard()
  }
  const isReady = draft.clauses.every(isWhole)
  return (
    <RuleFrame
      ruleset={ruleset}
      rule={rule}
      note={
        isChanged ? (isReady ? text.editor.unsaved : text.editor.unfinished) : text.editor.saved
      }
      action={
        isChanged ? (
          <div className="buttons">
            <Button onClick={discard}>{text.editor.discard}</Button>
            {isReady && (
              <Button variant="filled" loading={change.isPending} onClick={save}>
                {text.editor.saveChanges}
              </Button>
            )}
          </div>
        ) : (
          <RuleActions rule={rule} />
        )
      }
    >
      <RuleColumns
        mark={markOf(rule, 'create_condition')}
        match={{ ruleset: ruleset.id, clauses: draft.clauses, replaced: replaces ?? null }}
      >
        {replaces !== undefined && <p className={classes['hint']}>{text.rule.replacesDraft}</p>}
        <Findings findings={rule.findings} />
        {change.error !== null && (
          <ChangeError
            error={change.error}
            again={{ action: text.editor.saveChanges, run: save }}
          />
        )}
        <div {...markOf(rule, 'update')}>
          <RuleEditor ruleset={ruleset} draft={draft} onChange={edits.write} />
        </div>
      </RuleColumns>
      <AskToLeave isUnsaved={isChanged && !change.isPending} />
    </RuleFrame>
  )
}

function draftOf({ draft }: StoredDraft): Draft {
  return draft
}

function ReadRule({ ruleset, rule, draft }: { ruleset: Ruleset; rule: Rule; draft: Draft }) {
  const isRunning = rule.state === 'active' || rule.state === 'expiring'
  const match = { ruleset: ruleset.id, clauses: draft.clauses, replaced: null, isInForce: true }
  return (
    <RuleFrame ruleset={ruleset} rule={rule} action={<RuleActions rule={rule} />}>
      <RuleColumns match={isRunning && can(ruleset, 'create_rule') ? match : undefined}>
        <Findings findings={rule.findings} />
        {rule.begin_exceeds.length > 0 && (
          <Findings findings={[{ message: text.rule.didNotBegin }]} />
        )}
        <RuleSentence ruleset={ruleset} rule={rule} />
        {can(rule, 'update') && isRunning && <p className={classes['hint']}>{text.rule.locked}</p>}
        <RuleFacts rule={rule} />
      </RuleColumns>
    </RuleFrame>
  )
}

const { facts: words } = text.rule

/** What the sentence of a rule does not say. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { timestamp, expires_after_days: days } = rule
  return (
    <Facts>
      <Fact
        term={words.grace}
        from={rule.expires_after_days_inherited ? words.inherited : undefined}
      >
        {days === 0 ? text.noGrace : text.days(days)}
      </Fact>
      <Fact term={words.priority}>{rule.priority}</Fact>
      {timestamp.activates_at !== null && (
        <Fact term={words.begins}>
          <Time at={timestamp.activates_at} />
        </Fact>
      )}
      <Fact term={words.since}>
        {timestamp.activated_at !== null && <Time at={timestamp.activated_at} />}
      </Fact>
      <Fact term={words.ends}>
        {timestamp.expires_at !== null && <Time at={timestamp.expires_at} />}
      </Fact>
      <Fact term={words.reason}>{rule.reason}</Fact>
      {rule.is_imported && <Fact term={words.imported}>{words.fromSource}</Fact>}
      {rule.key !== null && (
        <Fact term={words.key}>
          <Id value={rule.key} />
        </Fact>
      )}
      <Fact term={words.updated}>
        <Time at={timestamp.updated_at} />
      </Fact>
      <Fact term={words.id}>
        <Id value={rule.id} />
      </Fact>
    </Facts>
  )
}

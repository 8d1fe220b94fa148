import { Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, useEffect, useRef, type RefObject } from 'react'
import { markOf } from '../../parts/can.tsx'
import { useMay } from '../../api/session.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { whoGives } from '../../parts/empty-state.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Source } from '../source/use-source.ts'
import { useUnknownStates } from '../source/use-unknown-states.ts'
import { useUrlState } from '../../app/url-state.ts'
import { AccountFields, ExtraKeys } from './account-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { byBindings, byExactName, byLikeName, isJson, type Json } from './mapping-json.ts'
import { FilePreview, PreviewFrame, SamplePreview, type PreviewSummary } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { StateTable } from './state-table.tsx'
import { text } from './text.ts'
import type { SentFile } from './use-file-probe.ts'
import { useDraft, type Draft } from './use-draft.ts'
import { useSample, type SampleTrial } from './use-sample.ts'
import { profileKeysOf, useTrial, type Trial } from './use-trial.ts'
import classes from './mapping.module.css'

type Properties = {
  source: Source
  /** A file to try it on from the beginning. */
  sent?: SentFile
  /** Without it the form stays. */
  onSaved?: { action: string; run: () => void }
}

/** The mapping and keys of a source, edited beside real people, and saved as one change. */
export function MappingForm({ source, sent, onSaved }: Properties) {
  const { draft, setDraft, isChanged, change, reset } = useDraft(source)
  const [json, setJson] = useState<string>()
  const isPulled = source.connection !== null
  const trial = useTrial(source, draft.mapping, sent)
  const sample = useSample(source, draft.mapping, isPulled && onSaved !== undefined)
  const names = namesOf(trial, sample, useUnknownStates(source.id, unclearRunOf(source)))
  const isWrong = isNoJson(json)
  const isEdited = isChanged || isWrong
  // As the columns do: the style sheet has the same width.
  const isNarrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false })
  const [isRemapped, setIsRemapped] = useState(false)
  const setMapping = (mapping: Json) => setDraft({ ...draft, mapping })
  const save = () => {
    const isNew = JSON.stringify(draft.mapping) !== JSON.stringify(source.mapping)
    const onSuccess = () => {
      setIsRemapped(isRemapped || isNew)
      onSaved?.run()
    }
    if (isChanged) change.mutate(undefined, { onSuccess })
    else onSaved?.run()
  }
  const discard = () => {
    setJson(undefined)
    reset()
  }
  const preview = (
    <PreviewFrame isNarrow={isNarrow} summary={summaryOf(trial, sample)}>
      {isPulled ? <SamplePreview trial={sample} /> : <FilePreview source={source} trial={trial} />}
    </PreviewFrame>
  )
  return (
    <div className={classes['columns']} {...markOf(source, 'update')}>
      {isNarrow && preview}
      <div className={classes['left']} ref={useWantedPart()}>
        <Fields
          draft={draft}
          names={names}
          setDraft={setDraft}
          json={{ mapping: draft.mapping, typed: json, setTyped: setJson, onChange: setMapping }}
        />
        {change.error !== null && <ChangeError error={change.error} />}
        <SaveBar
          source={source}
          state={isWrong ? 'wrong' : isChanged ? 'changed' : isRemapped ? 'remapped' : 'unchanged'}
          action={isEdited || onSaved !== undefined ? (onSaved?.action ?? text.save) : undefined}
          isPending={change.isPending}
          onSave={save}
          onDiscard={discard}
        />
      </div>
      {!isNarrow && preview}
      <AskToLeave isUnsaved={isEdited && !change.isPending} />
    </div>
  )
}

/** The last run, if it found states that the mapping does not have. */
function unclearRunOf({ last_run: run }: Source): string | undefined {
  return run !== null && run.states_unknown > 0 ? run.id : undefined
}

type FieldsProperties = {
  draft: Draft
  names: ReturnType<typeof namesOf>
  setDraft: (draft: Draft) => void
  json: JsonEditing
}

/** What an account is read from, the keys, and the whole mapping as text. */
function Fields({ draft, names, setDraft, json }: FieldsProperties) {
  // What moves values of profiles to where others see them is for those who see profiles.
  const maySeeValues = useMay('directory.identity.profile.view')
  const { columns, columnsAt, profileKeys, unknownStates, states } = names
  const keys = { draft, known: profileKeys, maySeeValues, onChange: setDraft }
  const part = { mapping: draft.mapping, columnsAt, onChange: json.onChange }
  if (!maySeeValues)
    return (
      <>
        <Notice>
          {text.mayNot} {whoGives}
        </Notice>
        <KeyFields {...keys} />
      </>
    )
  return (
    <>
      <AccountFields {...part} columns={columns} />
      <div data-path="account.state.sources">
        <StateTable {...part} unknown={unknownStates} present={states} />
      </div>
      <ExtraKeys {...part} columns={columns} />
      <KeyFields {...keys} />
      <JsonView {...json} />
    </>
  )
}

function summaryOf(trial: Trial, { preview }: SampleTrial): PreviewSummary {
  if (preview !== undefined)
    return { people: preview.people, refused: preview.left_out.length, isReading: false }
  const { people, interpretation, isReading } = trial
  const refusals = interpretation?.refusals ?? []
  return { people, refused: refusals.reduce((sum, { rows }) => sum + rows, 0), isReading }
}

/** The names that are suggested, and states without a meaning: of the entries, of the file, or of the last run. */
function namesOf(
  trial: Trial,
  { preview }: SampleTrial,
  ofRun: ReturnType<typeof useUnknownStates>,
) {
  if (preview === undefined) {
    const { columns, profileKeys, interpretation: file, people } = trial
    return {
      columns,
      columnsAt:
        file === undefined
          ? byLikeName([...columns, ...ofRun.map(({ path }) => path)])
          : byBindings(file.bindings),
      profileKeys,
      unknownStates: file?.unknown_states ?? ofRun,
      states: file?.states ?? textsOf(people),
    }
  }
  const unknownPaths = preview.unknown_states.map(({ path }) => path)
  return {
    columns: preview.columns,
    columnsAt: byExactName([...preview.columns, ...unknownPaths]),
    profileKeys: profileKeysOf(preview.people),
    unknownStates: preview.unknown_states,
    states: textsOf(preview.people),
  }
}

/** What profiles hold, some of which are states. */
function textsOf(people: Trial['people']): { path: string; value: string }[] {
  return people.flatMap(({ profile }) =>
    Object.entries(profile ?? {}).map(([path, value]) => ({ path, value: String(value) })),
  )
}

/** Shows the part of the mapping that the address names, with the focus on its first control. */
function useWantedPart(): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null)
  const [{ field }] = useUrlState()
  useEffect(() => {
    if (field === undefined) return
    const part = form.current?.querySelector(`[data-path="${CSS.escape(field)}"]`)
    part?.scrollIntoView({ block: 'center' })
    part
      ?.querySelector<HTMLElement>('summary, select, input, button')
      ?.focus({ focusVisible: true })
  }, [field])
  return form
}

type JsonEditing = {
  mapping: Json
  /** As it stands in the field, while that is edited or is no JSON. */
  typed: string | undefined
  setTyped: (typed: string | undefined) => void
  onChange: (mapping: Json) => void
}

/** The whole mapping as text. What is no JSON yet changes nothing. */
function JsonView(props: JsonEditing) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="disclosure mb-20"
      data-path="groups"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{text.json.show}</summary>
      {isOpen && <JsonText {...props} />}
    </details>
  )
}

function JsonText({ mapping, typed, setTyped, onChange }: JsonEditing) {
  return (
    <Textarea
      label={text.json.label}
      description={text.json.detail}
      error={isNoJson(typed) ? text.json.wrong : undefined}
      value={typed ?? JSON.stringify(mapping, null, 2)}
      rows={24}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const read = parsed(value)
        if (read !== undefined) onChange(read)
      }}
      onBlur={() => {
        if (!isNoJson(typed)) setTyped(undefined)
      }}
    />
  )
}

/** Whether something was typed that can't be saved. */
function isNoJson(typed: string | undefined): boolean {
  return typed !== undefined && parsed(typed) === undefined
}

function parsed(value: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(value)
    return isJson(read) ? read : undefined
  } catch {
    return undefined
  }
}

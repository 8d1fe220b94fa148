import { Checkbox } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../api/muster.ts'
import { useMay } from '../api/session.ts'
import { useApi, useApiIf, useChange } from '../api/use-api.ts'
import { can } from './can.tsx'
import { counted } from './counted.ts'
import { DialogButton } from './dialog-button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorState } from './error-state.tsx'
import { ConfirmDialog } from './form-dialog.tsx'
import { Notice } from './notice.tsx'

const text = {
  verb: 'Suggest rules',
  title: 'Rules that explain who is a member',
  searching: 'Looking for rules that admit the members …',
  give: (people: number, members: number) =>
    `admits ${counted(people, 'person', 'people')} (${counted(members, 'member')})`,
  missing: (count: number) => `${counted(count, 'member')} would be missing`,
  extra: (count: number) => `${counted(count, 'person', 'people')} would be extra`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  until: (at: string) => `; an exception could end on ${at.slice(0, 10)}`,
  keep: (count: number, at: string) =>
    `Give ${count === 1 ? 'the one' : `the ${count}`} who could have an exception one until ${at.slice(0, 10)}`,
  atOnce: 'Exceptions let in at once.',
  drafts: (role: string) =>
    `The drafts give the role ${role}. They have no effect until they are activated.`,
  draft: (count: number) => (count === 1 ? 'Start a draft from this' : 'Start drafts from these'),
  unruled: 'Put the group under rules to start drafts from these.',
}

type Suggested = Body<'get', '/directory/resources/{resource}/suggested-rules'>
type Properties = { resource: string; /** Its ruleset, if it has one. */ ruleset: string | null }

/** A button that asks which rules would admit the members of a resource, and starts drafts from them. */
export function SuggestRules(asked: Properties) {
  const seesPeople = useMay('directory.user.view')
  return (
    <DialogButton
      label={text.verb}
      permission="directory.identity.profile.view"
      isOffered={seesPeople}
    >
      {(close) => <SuggestDialog {...asked} onClose={close} />}
    </DialogButton>
  )
}

function SuggestDialog({ resource, ruleset, onClose }: Properties & { onClose: () => void }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useApi('/directory/resources/{resource}/suggested-rules', {
    params: { path: { resource } },
  })
  const { data: governed } = useApiIf(ruleset !== null, '/policy/rulesets/{ruleset}', {
    params: { path: { ruleset: ruleset ?? '' }, query: { include: ['abilities'] } },
  })
  const [isKeeping, setKeeping] = useState(false)
  const draft = useChange(async () => {
    if (ruleset === null || data === undefined) return
    await draftAll(ruleset, data, isKeeping ? data.exceptions : [])
    await navigate({ to: '/policy/$ruleset', params: { ruleset } })
  })
  const [first] = data?.exceptions ?? []
  if (data?.is_explained === true && can(governed, 'create_rule'))
    return (
      <ConfirmDialog
        title={text.title}
        action={text.draft(data.data.length)}
        change={draft}
        onClose={onClose}
      >
        <Suggestions found={data} />
        <p>{text.drafts(data.role_handle ?? 'member')}</p>
        {first !== undefined && can(governed, 'create_exception') && (
          <Checkbox
            label={text.keep(data.exceptions.length, first.expires_at)}
            description={text.atOnce}
            checked={isKeeping}
            onChange={({ currentTarget }) => setKeeping(currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
    )
  return (
    <Dialog title={text.title} onClose={onClose}>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <p className="soft">{text.searching}</p>}
      {data !== undefined && (
        <div className="column gap-12 soft">
          <Suggestions found={data} />
          {data.is_explained && ruleset === null && <p>{text.unruled}</p>}
        </div>
      )}
    </Dialog>
  )
}

/** All of the drafts and exceptions, or none: they are one plan. */
async function draftAll(
  ruleset: string,
  found: Suggested,
  exceptions: Suggested['exceptions'],
): Promise<void> {
  const drafts = found.data.map(({ conditions }) => ({
    op: 'create_rule' as const,
    ruleset_id: ruleset,
    role: found.role_handle ?? 'member',
    conditions: conditions.map(({ profile_operator = null, ...each }) => ({
      ...each,
      profile_operator,
    })),
  }))
  const kept = exceptions.map((each) => ({
    op: 'create_exception' as const,
    ruleset_id: ruleset,
    ...each,
  }))
  const plan = await muster.post('/policy/plans', { body: { operations: [...drafts, ...kept] } })
  await muster.post('/policy/plans/{plan}/apply', { of: plan, params: { path: { plan: plan.id } } })
}

function Suggestions({ found }: { found: Suggested }) {
  const { data, message, missing, extra, exceptions, count, is_explained: isExplained } = found
  if (!isExplained) return <Notice>{message}</Notice>
  const ends = new Map(exceptions.map(({ user_id, expires_at: at }) => [user_id, text.until(at)]))
  return (
    <>
      <Notice tone="news">{message}</Notice>
      <ul className="column gap-6">
        {data.map(({ description, count: { people, members } }) => (
          <li key={description}>
            <strong className="semi anywhere">{description}</strong> {text.give(people, members)}
          </li>
        ))}
      </ul>
      <Named
        title={text.missing(count.missing)}
        count={count.missing}
        people={missing.map(({ id, full_name, why }) => ({
          id,
          full_name,
          why: why + (ends.get(id) ?? ''),
        }))}
      />
      <Named title={text.extra(count.extra)} count={count.extra} people={extra} />
    </>
  )
}

type Person = { id: string; full_name: string; why?: string }

function Named({
  title,
  count,
  people,
}: {
  title: string
  count: number
  people: readonly Person[]
}) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <p className="strong">{title}</p>
      <ul>
        {people.map(({ id, full_name: name, why }) => (
          <li key={id}>
            <Link to="/people/$user" params={{ user: id }} className="link underlined">
              {name || id}
            </Link>
            {why !== undefined && ` ${why}`}
          </li>
        ))}
        {count > people.length && <li>{text.more(count - people.length)}</li>}
      </ul>
    </section>
  )
}

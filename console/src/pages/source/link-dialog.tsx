import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { planOf } from '../../api/use-long-change.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { PlanningDialog } from '../policy/plan-dialog.tsx'
import type { Account } from './account-columns.tsx'
import { text } from './text.ts'

const { match: words } = text

type Step = { account: Account; onClose: () => void }

/** A person whose account it may be, and what they have in common with it. */
export type Candidate = { id: string; name: string; same: Account['suggestion_evidence'] }

/** Asks whose account it is, and shows what follows from that. What they have in common is a reason. */
export function LinkDialog({
  account,
  candidate,
  onClose,
}: Step & { candidate: Candidate | undefined }) {
  const { id } = account
  const [picked, setPicked] = useState<{ id: string; name: string } | undefined>(candidate)
  const [reason, setReason] = useState(
    candidate === undefined ? '' : `${words.same}: ${evidenceOf(candidate.same)}`,
  )
  const person = picked?.id ?? null
  const isReady = person !== null && reason.trim() !== ''
  const body = { directory_user_id: person, reason: reason.trim() }
  return (
    <PlanningDialog
      title={words.linkTitle(nameOf(account))}
      action={words.linkAction}
      wanted={isReady ? JSON.stringify({ id, ...body }) : ''}
      plan={async () =>
        planOf(
          await muster.send('post', '/directory/identities/{identity}/link', {
            params: { path: { identity: id } },
            body: { directory_user_id: person ?? '', reason: reason.trim(), plan: true },
          }),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      <SuggestField
        label={words.person}
        value={picked?.name ?? ''}
        placeholder={words.choose}
        suggest={peopleFor}
        onPick={(chosen, name) => setPicked({ id: chosen, name })}
      />
      <ReasonInput value={reason} onChange={setReason} />
      <p>{words.linkWhy}</p>
    </PlanningDialog>
  )
}

/** Asks why an account is not that of its person, and shows what they lose. */
export function UnlinkDialog({ account, onClose }: Step) {
  const { id } = account
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <PlanningDialog
      title={words.unlinkTitle(nameOf(account))}
      action={words.unlinkAction}
      isDangerous
      wanted={said === '' ? '' : JSON.stringify({ id, said })}
      plan={async () =>
        planOf(
          await muster.send('post', '/directory/identities/{identity}/unlink', {
            params: { path: { identity: id } },
            body: { reason: said, plan: true },
          }),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      <ReasonInput value={reason} onChange={setReason} />
      <p>{words.unlinkWhy}</p>
    </PlanningDialog>
  )
}

function ReasonInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label={words.reason}
      placeholder={words.reasonHint}
      value={value}
      maxLength={500}
      required
      withAsterisk={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** What an account and a person have in common, as words. */
export function evidenceOf(same: Candidate['same']): string {
  return same.map((each) => words.evidence[each]).join(', ')
}

function nameOf({ full_name, vendor_id }: Account): string {
  return full_name || vendor_id
}

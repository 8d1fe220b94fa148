import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { planOf } from '../../api/use-long-change.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { PlanningDialog } from '../policy/plan-dialog.tsx'
import type { Account } from './account-columns.tsx'
import { text } from './text.ts'
import type { Candidate } from './use-candidates.ts'

const { match: words } = text

export type LinkedPerson = { id: string; full_name: string }
type Step = { account: Account; onClose: () => void }

/** Asks whose account it is, and shows what follows from that. */
export function LinkDialog({
  account,
  candidate,
  onLinked,
  onClose,
}: Step & { candidate: Candidate | undefined; onLinked: (person: LinkedPerson) => void }) {
  const [person, setPerson] = useState<LinkedPerson | undefined>(candidate?.person)
  const [reason, setReason] = useState(candidate?.reason ?? '')
  return (
    <PlanningDialog
      title={words.linkTitle(nameOf(account))}
      action={words.linkAction}
      {...planOfLink(account, person, reason)}
      onDone={() => {
        onClose()
        if (person !== undefined) onLinked(person)
      }}
      onClose={onClose}
    >
      <SuggestField
        label={words.person}
        value={person?.full_name ?? ''}
        placeholder={words.choose}
        suggest={peopleFor}
        onPick={(id, full_name) => setPerson({ id, full_name })}
      />
      <ReasonInput value={reason} onChange={setReason} />
      <p>{words.linkWhy}</p>
    </PlanningDialog>
  )
}

/** The plan of a link: what it is known by, empty while something is missing, and the request. */
export function planOfLink(account: Account, person: LinkedPerson | undefined, why: string) {
  const { id } = account
  const body = { directory_user_id: person?.id ?? '', reason: why.trim() }
  const isReady = person !== undefined && body.reason !== ''
  return {
    wanted: isReady ? JSON.stringify({ id, ...body }) : '',
    plan: async () =>
      planOf(
        await muster.send('post', '/directory/identities/{identity}/link', {
          of: account,
          params: { path: { identity: id } },
          body: { ...body, plan: true },
        }),
      ),
  }
}

/** Asks why an account is taken from its person, or a decision about it undone, and shows what the person loses. */
export function UnlinkDialog({ account, isUndo = false, onClose }: Step & { isUndo?: boolean }) {
  const { id } = account
  const title = isUndo ? words.undoTitle : words.unlinkTitle
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <PlanningDialog
      title={title(nameOf(account))}
      action={isUndo ? words.undoDecision : words.unlinkAction}
      isDangerous
      wanted={said === '' ? '' : JSON.stringify({ id, said, isUndo })}
      plan={async () =>
        planOf(
          await muster.send('post', '/directory/identities/{identity}/unlink', {
            of: account,
            params: { path: { identity: id } },
            body: { reason: said, plan: true, ...(isUndo && { undo: true }) },
          }),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      <ReasonInput value={reason} onChange={setReason} />
      <p>{isUndo ? words.undoWhy : words.unlinkWhy}</p>
    </PlanningDialog>
  )
}

/** Asks why a waiting account belongs to none of its candidates, and shows what follows. */
export function NewPersonDialog({ account, onDecided, onClose }: Step & { onDecided: () => void }) {
  const { id } = account
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <PlanningDialog
      title={words.newPersonTitle(nameOf(account))}
      action={words.newPersonAction}
      wanted={said === '' ? '' : JSON.stringify({ id, said, isNew: true })}
      plan={async () =>
        planOf(
          await muster.send('post', '/directory/identities/{identity}/link', {
            of: account,
            params: { path: { identity: id } },
            body: { new_person: true, reason: said, plan: true },
          }),
        )
      }
      onDone={() => {
        onClose()
        onDecided()
      }}
      onClose={onClose}
    >
      <ReasonInput value={reason} onChange={setReason} />
      <p>{words.newPersonWhy}</p>
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

export function nameOf({ full_name, vendor_id }: Account): string {
  return full_name || vendor_id
}

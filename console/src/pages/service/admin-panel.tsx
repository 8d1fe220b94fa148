import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf, roleOptions, type Admin } from './admin-columns.tsx'
import { text } from './text.ts'
import type { Service } from './use-service.ts'
import classes from './service.module.css'

const { admins: words, roles } = text

/** A person's role on the service: what it lets them do, and how to change it. */
export function AdminPanel({
  service,
  admin,
  onClose,
}: {
  service: Service
  admin: Admin
  onClose: () => void
}) {
  const { admin_role: role, is_active: isActive, timestamp } = admin
  return (
    <DetailPanel title={nameOf(admin)} onClose={onClose}>
      {isLast(service, admin) && (
        <Notice>
          <strong>{words.last}.</strong> {words.lastWhy}
        </Notice>
      )}
      {!isActive && <Notice>{words.cannotActWhy}</Notice>}
      <Facts
        of={{
          [words.role]: roles[role].word,
          [words.may]: roles[role].may,
          [words.since]: <Time at={timestamp.created_at} />,
          [words.toPerson]: (
            <RecordLink id={admin.workspace_user_id} name={admin.name ?? undefined} />
          ),
        }}
      />
      <Can record={admin} action="update">
        <ChangeRole key={role} admin={admin} />
      </Can>
      <Can record={admin} action="delete">
        <Remove admin={admin} onRemoved={onClose} />
      </Can>
    </DetailPanel>
  )
}

/** Who may manage the admins may not change this one: it is the last. */
function isLast(service: Service, admin: Admin): boolean {
  return admin.admin_role === 'admin' && can(service, 'create_admin') && !can(admin, 'delete')
}

function pathOf({ service_id: service, workspace_user_id: user }: Admin) {
  return { path: { service, user } }
}

function ChangeRole({ admin }: { admin: Admin }) {
  const [role, setRole] = useState(admin.admin_role)
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}/admins/{user}', {
      of: admin,
      params: pathOf(admin),
      body: { admin_role: role },
    }),
  )
  return (
    <form
      className={classes['roles']}
      onSubmit={(event) => {
        event.preventDefault()
        // The button goes, and the form is a new one: the panel keeps the focus.
        const panel = event.currentTarget.closest('aside')
        change.mutateAsync().then(
          () => panel?.focus(),
          () => undefined,
        )
      }}
    >
      <Choice label={words.roleTitle} options={roleOptions} value={role} onChange={setRole} />
      {change.error !== null && <ChangeError error={change.error} />}
      {role !== admin.admin_role && (
        <div className={classes['buttons']}>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {words.change}
          </Button>
          <Button onClick={() => setRole(admin.admin_role)}>Cancel</Button>
        </div>
      )}
      <AskToLeave isUnsaved={role !== admin.admin_role && !change.isPending && !change.isSuccess} />
    </form>
  )
}

function Remove({ admin, onRemoved }: { admin: Admin; onRemoved: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(() =>
    muster.delete('/workspace/services/{service}/admins/{user}', {
      of: admin,
      params: pathOf(admin),
    }),
  )
  return (
    <div className={classes['buttons']}>
      <Button onClick={() => setIsAsked(true)}>{words.remove}</Button>
      {isAsked && (
        <ConfirmDialog
          title={words.removeTitle(nameOf(admin))}
          action={words.remove}
          isDangerous
          change={change}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate(undefined, { onSuccess: onRemoved })}
        >
          <p>{words.removeWhy(roles[admin.admin_role].word)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

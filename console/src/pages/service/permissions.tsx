import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Body } from 'muster-sdk'
import { useApi, useChange } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PermissionList, PermissionPicker } from '../../parts/permission-picker.tsx'
import { usePermissions, permissionNames, type NamedPermission } from '../../parts/permissions.ts'
import { Scroll } from '../../parts/scroll.tsx'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ConfirmChange, DialogButton } from '../../parts/dialog-button.tsx'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'

const { permissions: words } = text

/** What the service may do. */
export function Permissions() {
  const { service } = useParams({ from: '/services/$service/permissions' })
  const { data: record } = useService()
  const { data, error, refetch } = useApi('/workspace/services/{service}/permissions', {
    params: { path: { service } },
  })
  const { permissions } = usePermissions(data?.permissions)
  const [isEditing, setIsEditing] = useState(false)
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined || record === undefined) return <Scroll>{null}</Scroll>
  if (isEditing)
    return (
      <Scroll>
        <EditPermissions
          service={record}
          held={data}
          permissions={permissions}
          onDone={() => setIsEditing(false)}
        />
      </Scroll>
    )
  return (
    <Scroll>
      <div className="bar mb-16">
        <Can record={record} action="replace_permissions">
          <Button onClick={() => setIsEditing(true)}>{words.change}</Button>
        </Can>
        <Shrink key={record.id} service={record} held={data} />
      </div>
      {data.permissions.length === 0 ? (
        <EmptyState title={words.none.title}>{words.none.why}</EmptyState>
      ) : (
        <PermissionList
          permissions={permissions}
          held={new Set(data.permissions)}
          note={(name) => <LastUse use={data.uses.find(({ permission }) => permission === name)} />}
        />
      )}
    </Scroll>
  )
}

type Held = Body<'get', '/workspace/services/{service}/permissions'>

function LastUse({ use }: { use: Held['uses'][number] | undefined }) {
  if (use === undefined) return null
  const { last_used_at: at, held_since: since, is_sent: isSent } = use
  return (
    <>
      {at === null ? words.unusedSince : words.used} <Time at={at ?? since} />
      {isSent && ` · ${words.ofWebhook}`}
    </>
  )
}

/** Takes away what was not used for 90 days, and offers to put it back. */
function Shrink({ service, held }: { service: Service; held: Held }) {
  const unused = held.uses.filter((use) => use.is_unused).map(({ permission }) => permission)
  const own = new Set(useSession().permissions)
  const shrunk = held.shrunk?.permissions ?? []
  const returnable = shrunk.filter((name) => own.has(name))
  const params = { path: { service: service.id } }
  const back = useChange(() =>
    muster.put('/workspace/services/{service}/permissions', {
      of: held,
      params,
      body: { permissions: permissionNames(new Set([...held.permissions, ...returnable])) },
    }),
  )
  return (
    <>
      {unused.length === 0 && (
        <Can record={service} action="shrink">
          <Button disabled>{words.nothingUnused}</Button>
        </Can>
      )}
      <DialogButton
        of={service}
        can="shrink"
        isOffered={unused.length > 0}
        label={words.shrink(unused.length)}
      >
        {(close) => (
          <ConfirmChange
            title={words.shrinkTitle(service.name)}
            action={words.shrink(unused.length)}
            isDangerous
            run={() =>
              muster.post('/workspace/services/{service}/shrink', {
                of: held,
                params,
                body: { permissions: permissionNames(unused) },
              })
            }
            onClose={close}
          >
            <Differences added={[]} removed={unused} />
            <p>{words.shrinkWhy}</p>
          </ConfirmChange>
        )}
      </DialogButton>
      {shrunk.length > 0 && (
        <output className="grow soft">{words.shrunk(shrunk.join(', '))}</output>
      )}
      {returnable.length > 0 && (
        <Can record={service} action="replace_permissions">
          <Button loading={back.isPending} onClick={() => back.mutate(undefined)}>
            {words.putBack}
          </Button>
        </Can>
      )}
      {back.error !== null && <ErrorState error={back.error} />}
    </>
  )
}

type Editing = {
  service: Service
  held: Held
  permissions: readonly NamedPermission[]
  onDone: () => void
}

/** Chooses what the service may do, and asks before it changes. */
export function EditPermissions({ service, held: stored, permissions, onDone }: Editing) {
  // As they were when the form opened: what others change meanwhile is no edit of it.
  const [before] = useState(stored)
  const held: readonly string[] = before.permissions
  const own = new Set(useSession().permissions)
  const [value, setValue] = useState(new Set(held))
  const [isAsked, setIsAsked] = useState(false)
  // Nobody gives what they do not hold; what the service has can always be taken away.
  const offered = permissions.filter(({ name }) => own.has(name) || held.includes(name))
  const hidden = permissions.length - offered.length
  const added = [...value].filter((name) => !held.includes(name)).sort()
  const removed = held.filter((name) => !value.has(name))
  const isChanged = added.length + removed.length > 0
  const change = useChange(() =>
    muster.put('/workspace/services/{service}/permissions', {
      of: before,
      params: { path: { service: service.id } },
      body: { permissions: permissionNames(value) },
    }),
  )
  return (
    <>
      <div className="bar mb-16">
        <output className="grow soft">
          {isChanged ? words.summary(added.length, removed.length) : words.unchanged}
        </output>
        <Button onClick={onDone}>{words.cancel}</Button>
        {isChanged && (
          <Button variant="filled" onClick={() => setIsAsked(true)}>
            {words.save}
          </Button>
        )}
      </div>
      {hidden > 0 && <Notice>{words.notHeld(hidden)}</Notice>}
      <PermissionPicker permissions={offered} value={value} onChange={setValue} />
      <AskToLeave isUnsaved={isChanged && !change.isPending && !change.isSuccess} />
      {isAsked && (
        <ConfirmDialog
          title={words.confirmTitle(service.name)}
          action={words.save}
          isDangerous={removed.length > 0}
          change={change}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate(undefined, { onSuccess: onDone })}
        >
          <Differences added={added} removed={removed} />
        </ConfirmDialog>
      )}
    </>
  )
}

function Differences({ added, removed }: Record<'added' | 'removed', readonly string[]>) {
  return (
    <>
      {added.length > 0 && (
        <p>
          {words.added(added.join(', '))} {words.addedWhy}
        </p>
      )}
      {removed.length > 0 && (
        <p>
          {words.removed(removed.join(', '))} {words.removedWhy}
        </p>
      )}
    </>
  )
}

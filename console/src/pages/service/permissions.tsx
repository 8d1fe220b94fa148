import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PermissionList } from '../../parts/permission-picker.tsx'
import { usePermissions } from '../../parts/permissions.ts'
import { Scroll } from '../../parts/scroll.tsx'
import { EditPermissions } from './edit-permissions.tsx'
import { text } from './text.ts'
import { useService } from './use-service.ts'
import classes from './service.module.css'

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
      <Can record={record} action="replace_permissions">
        <div className={classes['bar']}>
          <Button onClick={() => setIsEditing(true)}>{words.change}</Button>
        </div>
      </Can>
      {data.permissions.length === 0 ? (
        <EmptyState title={words.none.title}>{words.none.why}</EmptyState>
      ) : (
        <PermissionList permissions={permissions} held={new Set(data.permissions)} />
      )}
    </Scroll>
  )
}

import { Outlet } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import type { ReactNode } from 'react'
import { isUnreadable } from '../api/use-api.ts'
import { Avatar } from './avatar.tsx'
import { Page, Tab, PendingPage } from './page.tsx'
import classes from './page.module.css'

/** What a record shows above its tabs, and the tabs. */
export type RecordFrame = {
  title: string
  states?: ReactNode
  subtitle?: ReactNode
  action?: ReactNode
  /** Between the tabs and their content. */
  notices?: ReactNode
  /** Its own address, which its first tab has. */
  address: string
  tabs: readonly RecordTab[]
}

/** `path` follows the address of the record. */
export type RecordTab = {
  path?: string
  label: string
  count?: number | undefined
  /** Absent where it has nothing to show for this record, or may not. */
  isShown?: boolean
}

/** The page of a record: who or what it is, its states, what may be done with it, and a tab for each question about it. */
export function RecordPage<Row>({
  read: { data, error, refetch },
  kind,
  crumbs,
  hasPicture = false,
  frame,
}: {
  read: { data: Row | undefined; error: MusterError | null; refetch: () => unknown }
  /** The title while no record has a name. */
  kind: string
  /** Links to what the page belongs to. */
  crumbs: ReactNode
  /** Whether the letters of its name stand before the title. */
  hasPicture?: boolean
  frame: (record: Row) => RecordFrame
}) {
  const lead = (name: string) => hasPicture && { lead: <Avatar name={name} size={40} /> }
  if (isUnreadable(data, error))
    return <PendingPage title={kind} crumbs={crumbs} {...lead('')} error={error} retry={refetch} />
  const { address, states, notices, tabs, ...header } = frame(data)
  return (
    <Page
      {...header}
      {...lead(header.title)}
      crumbs={crumbs}
      state={<span className={classes['states']}>{states}</span>}
      tabs={tabs
        .filter(({ isShown = true }) => isShown)
        .map(({ path, label, count }) => (
          <Tab
            key={label}
            to={path === undefined ? address : `${address}/${path}`}
            activeOptions={{ exact: path === undefined, includeSearch: false }}
            count={count}
          >
            {label}
          </Tab>
        ))}
      isFilled
    >
      <div className={classes['notices']}>{notices}</div>
      <Outlet />
    </Page>
  )
}

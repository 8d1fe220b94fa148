import { createLink, useLocation, type LinkComponent } from '@tanstack/react-router'
import { useEffect, useRef, type AnchorHTMLAttributes, type ReactNode, type Ref } from 'react'
import type { MusterError } from 'muster-sdk'
import { ErrorState } from './error-state.tsx'
import type { UrlState } from '../app/url-state.ts'
import classes from './page.module.css'

/** A longer one may be cut off on a narrow screen. */
const longTitle = 60

/**
 * The frame of every page: one title line (breadcrumb, name, state, primary action), a row of tabs, and the content. A
 * panel stands on the right, so that the content stays in view. `isFilled`: the content scrolls by itself, as tables do.
 */
export function Page({
  title,
  crumbs,
  lead,
  state,
  subtitle,
  action,
  tabs,
  panel,
  isFilled = false,
  children,
}: {
  title: string
  /** Links to what the page belongs to: `<Crumb to="/people">People</Crumb>`. */
  crumbs?: ReactNode
  /** A picture before the title. */
  lead?: ReactNode
  state?: ReactNode
  subtitle?: ReactNode
  action?: ReactNode
  tabs?: ReactNode
  panel?: ReactNode
  isFilled?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Muster`
  }, [title])
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        {lead !== undefined && <div className={classes['lead']}>{lead}</div>}
        <div className={classes['names']}>
          {crumbs !== undefined && (
            <nav aria-label="Breadcrumb" className={classes['crumbs']}>
              {crumbs}
            </nav>
          )}
          <div className="inline">
            <h1 className={classes['title']} title={title.length > longTitle ? title : undefined}>
              {title}
            </h1>
            {state}
          </div>
          {subtitle !== undefined && <p className="soft anywhere">{subtitle}</p>}
        </div>
        {action !== undefined && <div className={classes['action']}>{action}</div>}
      </header>
      {tabs !== undefined && <TabRow label={title}>{tabs}</TabRow>}
      <div className={classes['below']}>
        <div className={classes['content']} data-filled={isFilled}>
          {children}
        </div>
        {panel}
      </div>
    </div>
  )
}

function TabRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const { href } = useLocation()
  useEffect(() => {
    // On a narrow screen the row of tabs scrolls, and the current one may be outside of it.
    if (href !== '') row.current?.querySelector('[aria-current]')?.scrollIntoView(nearest)
  }, [href])
  return (
    <nav ref={row} aria-label={label} className={classes['tabs']}>
      {children}
    </nav>
  )
}

const nearest = { block: 'nearest' } as const

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

function CrumbAnchor({ children, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} className={classes['crumb']}>
      {children}
    </a>
  )
}

/** A link of the breadcrumb. */
export const Crumb: LinkComponent<typeof CrumbAnchor> = createLink(CrumbAnchor)

function TabAnchor({ children, count, ...anchor }: AnchorProps & { count?: number | undefined }) {
  return (
    <a {...anchor} className={classes['tab']}>
      {children}
      {count !== undefined && (
        <span className={classes['count']}>{count.toLocaleString('en')}</span>
      )}
    </a>
  )
}

/** A tab of a page: a link, because each has its own address. */
export const Tab: LinkComponent<typeof TabAnchor> = createLink(TabAnchor)

export type PlaceTab = { to: string; label: string; isExact?: boolean; search?: UrlState }

/** The pages of a place, as tabs. One with a `search` is another view of the same address. */
export function PlaceTabs({ of }: { of: readonly PlaceTab[] }) {
  return of.map(({ to, label, isExact = true, search }) => (
    <Tab
      key={label}
      to={to}
      {...(search && { search })}
      activeOptions={
        search
          ? { includeSearch: true, explicitUndefined: true }
          : { includeSearch: false, exact: isExact }
      }
    >
      {label}
    </Tab>
  ))
}

/** The frame of a record that is not read yet, with the room of its lines and tabs, or that can't be read. */
export function PendingPage({
  title,
  crumbs,
  lead,
  error,
  retry,
}: {
  /** Of the page with the error, where no record has a name. */
  title: string
  crumbs: ReactNode
  lead?: ReactNode
  error: MusterError | null
  retry: () => unknown
}) {
  if (error !== null)
    return (
      <Page title={title} crumbs={crumbs}>
        <ErrorState error={error} retry={() => void retry()} />
      </Page>
    )
  return (
    <Page
      title="…"
      crumbs={crumbs}
      lead={lead}
      subtitle=" "
      tabs={<span className={classes['noTabs']} />}
    >
      {null}
    </Page>
  )
}

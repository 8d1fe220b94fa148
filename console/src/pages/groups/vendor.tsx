import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Total } from '../../parts/total.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { DriftBar } from './drift-bar.tsx'
import { memberColumns } from './member-columns.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import classes from './groups.module.css'

/** Who is a member at the vendor, as it was last read, beside what the rules say. */
export function Vendor() {
  const { data: group } = useGroup()
  return group === undefined ? null : <Members group={group} />
}

function Members({ group }: { group: Group }) {
  const [url, setUrl] = useUrlState()
  const { open } = url
  const path = { resource: group.id }
  const list = useList('/directory/resources/{resource}/members', {
    params: { path, query: { 'page[total]': 'true' } },
  })
  const opened = list.rows.find(({ directory_user_id }) => directory_user_id === open)
  const openRow = ({ directory_user_id: person }: (typeof list.rows)[number]) => {
    if (person !== null) setUrl({ open: person }, { push: true })
  }
  return (
    <div className={classes['fill']}>
      <div className={classes['column']}>
        <FilterBar url={url} onChange={setUrl}>
          <Total total={list.total} label={text.countMembers} />
          <CsvButton
            list={list}
            name={`members-${group.name}`}
            columns={memberColumns}
            read={(signal) =>
              muster.list('/directory/resources/{resource}/members', {
                params: { path, query: { 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <div className={classes['bar']}>
          <DriftBar group={group} />
        </div>
        <DataTable
          label={text.tabs.vendor}
          list={list}
          columns={memberColumns}
          selectedId={opened?.id}
          onOpen={group.ruleset === null ? undefined : openRow}
          empty={<EmptyState title={text.noMembers.title}>{text.noMembers.why}</EmptyState>}
        />
      </div>
      {open !== undefined && group.ruleset !== null && (
        <WhyPanel
          key={open}
          title={text.whyTitle(opened?.full_name ?? group.name)}
          person={open}
          ruleset={group.ruleset}
          onClose={() => setUrl({ open: '' })}
        />
      )}
    </div>
  )
}

import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
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
  const { ruleset } = group
  const list = useFilteredList('/directory/resources/{resource}/members', {
    words: { title: text.tabs.vendor, count: text.countMembers, none: text.noMembers },
    columns: memberColumns,
    path: { resource: group.id },
  })
  return (
    <List
      list={list}
      csv={`members-${group.name}`}
      note={
        <div className={classes['bar']}>
          <DriftBar group={group} />
        </div>
      }
      opening={({ directory_user_id: person }) => (person === null ? undefined : { open: person })}
      panelOf={
        ruleset === null
          ? undefined
          : (person, opened, close) => (
              <WhyPanel
                key={person}
                title={text.whyTitle(opened?.full_name ?? group.name)}
                person={person}
                ruleset={ruleset}
                onClose={close}
              />
            )
      }
    />
  )
}

import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { Can } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Total } from '../../parts/total.tsx'
import { ExceptionDialog } from './exception-dialog.tsx'
import { exceptionColumns } from './exception-columns.tsx'
import { text } from './text.ts'
import { useRuleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { exceptions: words } = text

/** People who are in until a day, whatever the rules say. */
export function Exceptions() {
  const { data: ruleset } = useRuleset()
  const [url, setUrl] = useUrlState()
  const [isAsked, setIsAsked] = useState(false)
  const navigate = useNavigate()
  const list = useList('/policy/rulesets/{ruleset}/rules', {
    params: {
      path: { ruleset: ruleset?.id ?? '' },
      query: {
        'filter[is_exception]': 'true',
        'filter[state]': url['ended'] === 'true' ? '' : 'staged,active,expiring',
        'page[total]': 'true',
      },
    },
  })
  if (ruleset === undefined) return null
  const add = (
    <Can record={ruleset} action="create_exception">
      <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setIsAsked(true)}>
        {words.add}
      </Button>
    </Can>
  )
  return (
    <>
      <div className={classes['belowTabs']}>
        <FilterBar
          url={url}
          onChange={setUrl}
          filters={[
            { key: 'ended', label: words.ended, options: [{ value: 'true', label: text.yes }] },
          ]}
        >
          <Total total={list.total} label={words.count} />
          {add}
        </FilterBar>
      </div>
      <DataTable
        label={text.tabs.exceptions}
        list={list}
        columns={exceptionColumns}
        onOpen={({ id }) =>
          void navigate({
            to: '/policy/$ruleset/rules/$rule',
            params: { ruleset: ruleset.id, rule: id },
          })
        }
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
      {isAsked && <ExceptionDialog ruleset={ruleset} onClose={() => setIsAsked(false)} />}
    </>
  )
}

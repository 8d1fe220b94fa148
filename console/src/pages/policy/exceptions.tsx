import { useNavigate } from '@tanstack/react-router'
import { useUrlState } from '../../app/url-state.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { exceptionColumns } from './exception-columns.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'

const { exceptions: words } = text

/** People who are in until a day, whatever the rules say. */
export function Exceptions() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <ExceptionsOf ruleset={ruleset} />
}

function ExceptionsOf({ ruleset }: { ruleset: Ruleset }) {
  const navigate = useNavigate()
  const [{ ended }] = useUrlState()
  const list = useFilteredList('/policy/rulesets/{ruleset}/rules', {
    words: { title: text.tabs.exceptions, count: words.count, none: words.none },
    columns: exceptionColumns,
    path: { ruleset: ruleset.id },
    query: {
      'filter[is_exception]': 'true',
      'filter[state]': ended === 'true' ? '' : 'staged,active,expiring',
    },
    filters: [{ key: 'ended', label: words.ended, options: [{ value: 'true', label: text.yes }] }],
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton of={ruleset} can="create_exception" label={words.add} isAdding>
          {(close) => <ExceptionDialog ruleset={ruleset} onClose={close} />}
        </DialogButton>
      }
      onOpen={({ id }) =>
        void navigate({
          to: '/policy/$ruleset/rules/$rule',
          params: { ruleset: ruleset.id, rule: id },
        })
      }
    />
  )
}

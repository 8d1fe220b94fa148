import { useNavigate } from '@tanstack/react-router'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { flagFilter, stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { CreateServiceDialog } from './create-service-dialog.tsx'
import { servicesColumns } from './services-columns.tsx'
import { text } from './text.ts'

const { filters: words, withoutAdmin, withAdmin } = text

/** The accounts of programs. Those without an active admin are marked. */
export function ServicesPage() {
  const navigate = useNavigate()
  const list = useFilteredList('/workspace/services', {
    words: text,
    columns: servicesColumns,
    search: 'filter[name_search]',
    filters: [
      stateFilter(words.state, ['active', 'deactivated']),
      flagFilter('unattended', 'filter[unattended]', words.unattended, [withoutAdmin, withAdmin]),
    ],
    sort: 'name',
  })
  const open = (service: string) => void navigate({ to: '/services/$service', params: { service } })
  return (
    <ListPage
      list={list}
      action={
        <DialogButton permission="workspace.service.create" label={text.create.action} isPrimary>
          {(close) => <CreateServiceDialog onCreated={open} onClose={close} />}
        </DialogButton>
      }
      csv="services"
      onOpen={({ id }) => open(id)}
    />
  )
}

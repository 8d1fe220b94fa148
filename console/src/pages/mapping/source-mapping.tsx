import { can } from '../../parts/can.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { SourceKeys } from '../source/source-keys.tsx'
import { useSource } from '../source/use-source.ts'
import { MappingForm } from './mapping-form.tsx'

/** How the records of a source are read: a form for those who may change it. */
export function SourceMapping() {
  const { data: source } = useSource()
  if (source === undefined) return null
  if (can(source, 'update')) return <MappingForm key={source.id} source={source} />
  return (
    <Scroll>
      <SourceKeys source={source} />
    </Scroll>
  )
}

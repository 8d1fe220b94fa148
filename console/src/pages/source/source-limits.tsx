import { useMay } from '../../api/session.ts'
import { useApiIf, useChange } from '../../api/use-api.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { muster, writeOf } from '../../api/muster.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { limits: words } = text

/** The limits in force for the source: its own, or those of the workspace. */
export function SourceLimits({ source }: { source: Source }) {
  const { data: settings } = useApiIf(useMay('policy.rule.view'), '/policy/settings')
  const line = (name: 'account' | 'overall') => {
    const [percent, people] = ([`${name}_limit_percent`, `${name}_limit_people`] as const).map(
      (each) => source[each] ?? settings?.[each],
    )
    const isOwn =
      source[`${name}_limit_percent`] !== null || source[`${name}_limit_people`] !== null
    return (
      <Fact term={words[name]} from={isOwn ? words.own : words.workspace}>
        {percent !== undefined && people !== undefined && words.of(percent, people)}
      </Fact>
    )
  }
  return (
    <Facts>
      {line('account')}
      {line('overall')}
    </Facts>
  )
}

const names = {
  account_limit_percent: words.percent(words.account),
  account_limit_people: words.people(words.account),
  overall_limit_percent: words.percent(words.overall),
  overall_limit_people: words.people(words.overall),
}

/** Asks for the limits of a source; an empty one is that of the workspace. */
export function LimitsDialog({ source: opened, onClose }: { source: Source; onClose: () => void }) {
  const { values, of } = useForm(() => ({
    source: opened,
    account_limit_percent: String(opened.account_limit_percent ?? ''),
    account_limit_people: String(opened.account_limit_people ?? ''),
    overall_limit_percent: String(opened.overall_limit_percent ?? ''),
    overall_limit_people: String(opened.overall_limit_people ?? ''),
  }))
  const { source, ...limits } = values
  const change = useChange(() =>
    muster.patch('/workspace/integrations/{integration}', {
      ...writeOf('integration', source),
      body: Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [name, value === '' ? null : Number(value)]),
      ),
    }),
  )
  const field = (name: keyof typeof names) => (
    <TextField label={names[name]} placeholder={words.hint} digits={9} {...of(name)} />
  )
  return (
    <FormDialog title={words.title2} action={words.save} change={change} onClose={onClose}>
      <div className="halves gap-12">
        {field('account_limit_percent')}
        {field('account_limit_people')}
        {field('overall_limit_percent')}
        {field('overall_limit_people')}
      </div>
      <p>{words.why}</p>
    </FormDialog>
  )
}

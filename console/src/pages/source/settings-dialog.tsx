import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useIsOwner } from '../../api/session.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ScimProfileChoice } from './scim-profile-choice.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { settings: words } = text

type Properties = { source: Source; onClose: () => void }

/** Asks for what describes a source, besides its mapping, its limits and its connection. */
export function SettingsDialog({ source: opened, onClose }: Properties) {
  const [source] = useState(opened)
  const [name, setName] = useState(source.name)
  const [trusts, setTrusts] = useState(source.trusts_email)
  const [trustsNumber, setTrustsNumber] = useState(source.trusts_employee_id)
  const [days, setDays] = useState(String(source.run_retention_days))
  const [zone, setZone] = useState(source.time_zone)
  const [profile, setProfile] = useState(source.scim_profile)
  const isOwner = useIsOwner()
  const body = {
    ...(name.trim() !== source.name && { name: name.trim() }),
    ...(trusts !== source.trusts_email && { trusts_email: trusts }),
    ...(trustsNumber !== source.trusts_employee_id && { trusts_employee_id: trustsNumber }),
    ...(Number(days) !== source.run_retention_days && { run_retention_days: Number(days) }),
    ...(zone.trim() !== source.time_zone && { time_zone: zone.trim() }),
    ...(profile !== source.scim_profile && { scim_profile: profile }),
  }
  const params = { path: { integration: source.id } }
  const change = useLongChange(() =>
    muster.send('patch', '/workspace/integrations/{integration}', { of: source, params, body }),
  )
  return (
    <FormDialog
      title={words.title(source.name)}
      action={words.save}
      isReady={
        name.trim() !== '' && days !== '' && zone.trim() !== '' && Object.keys(body).length > 0
      }
      change={change}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      {!source.is_primary && (isOwner || source.trusts_email) && (
        <Checkbox
          label={words.trusts}
          description={isOwner ? words.trustsHint : words.trustsOnce}
          checked={trusts}
          onChange={({ currentTarget }) => setTrusts(currentTarget.checked)}
        />
      )}
      {!source.is_primary && (isOwner || source.trusts_employee_id) && (
        <Checkbox
          label={words.trustsNumber}
          description={isOwner ? words.trustsNumberHint : words.trustsOnce}
          checked={trustsNumber}
          onChange={({ currentTarget }) => setTrustsNumber(currentTarget.checked)}
        />
      )}
      <TextInput
        label={words.days}
        description={words.daysHint}
        inputMode="numeric"
        value={days}
        onChange={({ currentTarget }) =>
          setDays(currentTarget.value.replaceAll(/\D/g, '').slice(0, 4))
        }
      />
      <TextInput
        label={words.zone}
        description={words.zoneHint}
        value={zone}
        maxLength={100}
        onChange={({ currentTarget }) => setZone(currentTarget.value)}
      />
      {source.scim_url !== null && <ScimProfileChoice value={profile} onChange={setProfile} />}
    </FormDialog>
  )
}

import { slackMapping } from '../../src/connectors/file/mappings/slack.ts'
import { slackConnector } from '../../src/connectors/slack/slack-connector.ts'
import type { ImportedConnector } from './check-import.ts'
import {
  fakeSlack,
  isArchived,
  isPrivate,
  slackForms,
  slackGroup,
  slackPerson,
  slackToken,
} from './fake-slack.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld, WorldGroup } from './vendor-world.ts'

/** Nobody is suspended in Slack. */
const states = { active: 'active', suspended: 'active', left: 'deactivated' } as const

function keyOf(group: WorldGroup): string {
  const type =
    group.kind === 'group'
      ? 'chat_group'
      : isPrivate(group)
        ? 'chat_private_channel'
        : 'chat_public_channel'
  return `${type}:${slackGroup(group)}`
}

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values())
    model.addPerson(person, { id: slackPerson(person.id), name: `P ${person.name}`, states })
  for (const group of world.groups.values())
    if (!isArchived(group))
      model.groups.set(keyOf(group), {
        name: group.name,
        members: new Map(
          [...group.members.keys()].map((person) => [slackPerson(person), 'member']),
        ),
      })
  return model
}

export const checkedSlack: ImportedConnector = {
  vendor: 'chat',
  type: 'slack',
  credentials: (token) => ({ token }),
  connector: slackConnector,
  settings: { url: 'https://slack.com/api' },
  secret: slackToken,
  mapping: slackMapping,
  hosts: [{ host: 'slack.com', port: null }],
  fake: fakeSlack,
  forms: slackForms,
  oracle,
  idOf: slackPerson,
  keyOf,
  readsChanges: false,
}

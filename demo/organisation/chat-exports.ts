import { chatId, hasChat, strayEmail } from './accounts.ts'
import { row, rowWithMembers, type Row } from './export-file.ts'
import { chatChannels, chatGroups } from './chat-groups.ts'
import type { DemoMember } from './group-members.ts'
import type { Organisation, Person } from './organisation.ts'

/** Users in the shape of Slack's users.list. */
export function* chatUsers(org: Organisation): Generator<Row> {
  for (let index = 0; index < org.people; index += 1) {
    if (hasChat(org, index)) yield row(userOf(org, org.person(index)))
  }
}

/** Channels in the shape of Slack's conversations.list, each with its members. */
export function* chatChannelRows(org: Organisation): Generator<Row> {
  for (const channel of chatChannels(org)) {
    const isPrivate = channel.resourceType === 'chat_private_channel'
    const record = {
      id: channel.vendorId,
      name: channel.name,
      is_channel: !isPrivate,
      is_group: isPrivate,
      is_private: isPrivate,
      is_archived: false,
      created: 1_514_880_000,
      creator: chatId(org, 0),
      topic: { value: channel.about },
    }
    yield rowWithMembers(record, 'members', idsOf(org, channel.members()))
  }
}

/** User groups in the shape of Slack's usergroups.list with users. */
export function* chatGroupRows(org: Organisation): Generator<Row> {
  for (const group of chatGroups(org)) {
    const record = {
      id: group.vendorId,
      is_usergroup: true,
      name: group.name,
      handle: group.handle,
      description: group.about,
    }
    yield rowWithMembers(record, 'users', idsOf(org, group.members()))
  }
}

function* idsOf(org: Organisation, members: Iterable<DemoMember>): Generator<string> {
  for (const { account } of members) yield chatId(org, account)
}

function userOf(org: Organisation, person: Person): object {
  const email = strayEmail(org, person, 'chat')
  const fullName = `${person.firstName} ${person.lastName}`
  return {
    id: chatId(org, person.index),
    team_id: 'T0ACME0001',
    name: person.username,
    deleted: person.status === 'left',
    real_name: fullName,
    profile: {
      title: person.title,
      real_name: fullName,
      display_name: person.username,
      first_name: person.firstName,
      last_name: person.lastName,
      ...(email === null ? {} : { email }),
    },
    is_admin: person.department === 'IT' && person.isManager,
    is_bot: false,
    is_restricted: person.userType === 'contractor',
  }
}

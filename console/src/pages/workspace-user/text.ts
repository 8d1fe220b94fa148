export const text = {
  settings: 'Settings',
  users: 'Workspace users',
  tabs: {
    details: 'Details',
    tokens: 'Tokens',
    sessions: 'Sessions',
    links: 'Sign-in links',
  },
  protected:
    'This person is protected: they hold a permission that you do not, so you may see them but not change them, end what they have, or sign in as them. Someone who holds all their permissions can.',
  lastOwner:
    'This is the last active owner of the workspace. Make someone else an owner before this person is deactivated or loses the role.',
  facts: {
    who: 'Who it is',
    signIn: 'Sign-in',
    name: 'Name',
    email: 'Email',
    state: 'State',
    roles: 'Roles',
    noRole: 'No role: they can sign in and see nothing',
    person: 'In the directory',
    noPerson: 'Not linked to a person of the directory',
    provider: 'Issuer',
    subject: 'Subject',
    id: 'Id',
    created: 'Created',
    changed: 'Changed',
    ends: 'Ends',
    log: 'What they did',
    toLog: 'In the audit log',
  },
  actions: {
    edit: 'Change name, roles and last day',
    link: 'Create a sign-in link',
    deactivate: 'Deactivate',
    person: 'Link to a person',
    restore: 'Restore',
    save: 'Save',
    editTitle: (name: string) => `Change ${name}`,
    name: 'Name',
    roles: 'Roles',
    rolesWhy:
      'A role that is added ends the sessions and tokens that someone else opened as this person. A role that is taken away ends what they may do with their next request.',
    personTitle: (name: string) => `Which person of the directory is ${name}?`,
    personVerb: 'Save link',
    personLabel: 'Person of the directory',
    noPerson: 'Nobody',
    personWhy:
      'The link says who this is: it gives no permission. A new link ends the sessions and tokens that someone else opened as them.',
    linkTitle: (name: string) => `Create a link that signs in as ${name}?`,
    linkWhy:
      'Whoever opens it within ten minutes is signed in as this person for twelve hours. It works once, and the audit log says who made it.',
    linkVerb: 'Create link',
    lost: {
      maybe: 'The link may have been made. Try again: no second one is made.',
      made: 'The link was made, but the answer that shows it was lost. Nobody has seen it: end it under Sign-in links, and create another.',
    },
    secretTitle: 'The link is shown this once',
    secretWhy: 'Send it only to the person that it is for: it works once, within ten minutes.',
  },
  steps: {
    deactivate: {
      title: (name: string) => `Deactivate ${name}?`,
      verb: 'Deactivate person',
      why: [
        'Their tokens, sessions and sign-in links end for good, at once. Roles and their history stay.',
        'Services without another active admin become unattended; they keep working.',
      ],
    },
    restore: {
      title: (name: string) => `Restore ${name}?`,
      verb: 'Restore person',
      why: [
        'They may sign in again and have the roles that they had. Tokens and sessions stay ended.',
      ],
    },
  },
  tokens: {
    title: 'Tokens',
    none: 'No such tokens',
    endAll: 'Revoke all tokens',
    endAllTitle: (name: string) => `Revoke all tokens of ${name}?`,
    endAllWhy:
      'Every program that uses one is refused from the next request on, and so are the tokens that they made. This cannot be undone.',
  },
  sessions: {
    title: 'Sessions',
    none: 'No such sessions',
    endAll: 'End all sessions',
    endAllTitle: (name: string) => `End all sessions of ${name}?`,
    endAllWhy:
      'Every browser in which they are signed in is signed out, and unused sign-in links stop working. Tokens stay.',
  },
  links: {
    title: 'Sign-in links',
    none: {
      title: 'No sign-in links',
      why: 'A link signs a person in once, without an identity provider.',
    },
    state: 'State',
    created: 'Created',
    expires: 'Ends',
    used: 'Used',
    by: 'Created by',
    server: 'The command line of the server',
    count: (count: string) => (count === '1' ? '1 link' : `${count} links`),
    endAll: 'End unused links',
    endAllTitle: (name: string) => `End the unused links of ${name}?`,
    endAllWhy: 'None of them signs anyone in any more. Sessions that began with one stay.',
  },
} as const

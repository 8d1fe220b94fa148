export type Topic = { about: string; text: string }

/** What `muster help <topic>` prints, and docs/cli.md has. */
export const topics: Readonly<Record<string, Topic>> = {
  tokens: {
    about: 'which token a command uses, and where to get one',
    text: `Commands that ask a server need a token. The first of these counts:

  1. --token, or MUSTER_TOKEN
  2. the file of --token-file, or MUSTER_TOKEN_FILE
  3. the token that \`muster login\` keeps for the server

\`muster login\` creates one when you confirm it in your browser. It only reads; --scope asks for more.
The first start of \`muster serve\`, or \`muster init\`, prints
the token of the first owner once, which \`muster login\` accepts too; \`muster serve\` prints a link that signs
the owner in to the console beside it. \`muster token create\` makes others, with the permissions
and the life that you choose; \`muster token revoke\` ends one, and every token that was made with it. A command may do what its
token may: \`muster whoami\` shows that.

Prefer \`muster login\` or --token-file to --token: other users of the machine can see the arguments of a process.`,
  },
  commands: {
    about: 'how commands follow from the API',
    text: `What the API lists, shows, creates, updates and deletes has commands of these names, and so has each further step, such as
suspend or activate. \`ls\` and \`get\` are other names of list and show, and \`set\` is another name of update.

An option of a list is a filter of the API; several values of one that has choices are separated by commas. An option of a
create or an update is a field of the body: \`none\` or \`never\` removes a value, and what is not given stays as it is. A field
that is an object takes JSON or YAML, or @ and the name of a file with it.

Every option has a variable: MUSTER_, the noun and the option, such as MUSTER_USER_STATE of \`user list --state\`.

A change of policy is planned first: the command shows whose access would change, and asks. Other steps name the record and ask.
--yes answers for you. What was shown is what is changed: a record that has changed meanwhile is refused.

\`muster api METHOD PATH\` sends any other request.`,
  },
  names: {
    about: 'how people, resources and other records are named',
    text: `A record is named by its id, or by

  people            e-mail address, username, or name
  resources         handle or name
  rulesets          handle or name of the resource or attribute, or its id
  services          handle or name
  integrations      handle or name
  accounts          e-mail address, id at the source, or name
  workspace users   e-mail address, handle or name
  tokens            name
  incidents         the handle of the source, while one incident of it is open

An e-mail address, a username or a handle goes before a name, and a whole name goes before a part of one. Upper and lower case
and accents are the same. Where several records have the name, the command changes nothing and lists them with their ids. A
command that changes something at once needs the whole name.`,
  },
  output: {
    about: 'tables, JSON, CSV and ids',
    text: `  --json       what the API returns, as one line; a list is {"data": […], "has_more": …}
  --csv        the columns of the API, such as timestamp.created_at, or of a table that brings several answers together. A cell
               that a spreadsheet would take for a formula gets a '
  -o id        only ids, one a line, for pipes
  -o table     for people, which is the default

Tables fit the terminal: long cells are cut, ids are not. Times are in the zone of this machine; set TZ for another. Colours
are left out where the output is not a terminal, and where NO_COLOR is set. Messages and progress go to standard error.

  $ muster user list --org department:Sales -o id | xargs -n1 muster user access --json

--limit says how many rows a list prints; \`--limit all\` prints every one. A list that stops at the limit says so below the
table, on standard error with --csv and -o id, and as has_more with --json.`,
  },
  servers: {
    about: 'several servers, and where their tokens are kept',
    text: `\`muster login --url https://muster.acme.example --name prod\` opens your browser, where you confirm that a token is
created for this machine, and keeps it under the name prod. With --browser print it prints a link for the browser of another
machine, and asks for the code that the page shows. Without a terminal it reads a token from standard input.

Commands ask the server of the last login, or the one of \`muster servers --use NAME\`. --server NAME, or MUSTER_SERVER, asks
another one for one command. A token that is kept is sent to its own server only.

\`muster import\` and \`muster policy\` can also work on a database without a server: the one of --database-url or
--data-directory, and, where no server is chosen and no login is kept, the one of this machine.

The tokens are in muster/servers.json below $XDG_CONFIG_HOME or ~/.config, with mode 0600. A file that other users can read
is refused. \`muster logout\` forgets a token; with --revoke it also ends it.

With --token or MUSTER_TOKEN, the server is that of --url or MUSTER_URL, by default http://127.0.0.1:8600.`,
  },
  'exit-codes': {
    about: 'what the exit code of a command says',
    text: `  0   done; of a plan: nothing would change
  1   failed, and nothing was changed unless the message says so. A refused answer is this too
  2   wrong arguments, and nothing was sent
  3   done, but an incident holds people; of a plan: it would
  4   done, but a state has no meaning in the mapping, and its accounts stay as they were; of a plan: they would

These commands use 2 for something else, and 1 for wrong arguments:

  muster drift              with --exit-code: there is something to change
  muster import             done, but some rows were refused; with --plan: something would change
  muster integration sync   done, but some entries could not be taken; with --plan: something would change
  muster connect            some rows would be refused, the file has none, or a question is open
  muster policy plan        something would change

Of \`muster check\`, 1 is that the person is not in, and 2 every error.

Errors are on standard error, once, with the next command to try.`,
  },
}

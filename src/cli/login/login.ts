import type { Declared } from '../command-line/declare.ts'
import { flagsOf, jsonFlag } from '../command-line/flag.ts'
import { defaultUrl, outputFlags } from '../command-line/options.ts'
import { bodyFlags } from '../api/field-options.ts'

export const login: Declared = {
  name: 'login',
  about: 'log in with your browser, and keep a token for a server',
  base: [
    jsonFlag,
    // What a login may ask for: as a new token.
    ...flagsOf('token', bodyFlags('/auth/login-codes', ['scopes', 'expires_in_days'])),
  ],
  options: [
    ['--url <url>', `the server (default: the one that commands ask, or ${defaultUrl})`],
    ['--name <name>', 'how you call the server (default: its host name)', 'MUSTER_SERVER_NAME'],
    [
      '--browser <how>',
      'open: open a browser here; print: print a link for another machine',
      { variable: 'MUSTER_LOGIN_BROWSER', choices: ['open', 'print'] },
    ],
    ['--yes', 'keep the token without asking'],
  ],
  examples: [
    'login --url https://muster.acme.example',
    'login --url https://muster.acme.example --browser print',
    "login --scope '*.view' --scope policy.rule.manage",
    'login --url https://muster.acme.example --name prod < token.txt',
    'who moreau --server prod',
  ],
  note: `You confirm in the browser that a token is created for this machine. It only reads, without raw profiles, unless --scope asks for more: '*' is
all that you may do. Where there is no browser, it prints a link for another machine, and asks
for the code that the page shows. A token that you have already can be pasted too, or given on standard input.
On a terminal it says whose token it is, and asks before it keeps it, unless --yes is given.
The token is kept in a file that only you can read: see \`muster help servers\`. The last server is the one that commands ask.`,
  load: async () => (await import('./run-login.ts')).runLogin,
}

export const logout: Declared = {
  name: 'logout',
  about: 'forget the token of a server',
  base: [jsonFlag],
  arguments: [['[server]', 'its name (default: the one that commands ask)']],
  options: [['--revoke', 'also end the token, and every token that was made with it']],
  examples: ['logout', 'logout prod --revoke'],
  load: async () => (await import('./run-login.ts')).runLogout,
}

export const servers: Declared = {
  name: 'servers',
  about: 'the servers with a token, and which one commands ask',
  base: outputFlags,
  options: [['--use <name>', 'ask that one from now on', 'MUSTER_SERVERS_USE']],
  examples: ['servers', 'servers --use prod'],
  load: async () => (await import('./run-login.ts')).runServers,
}

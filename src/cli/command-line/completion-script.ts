import type { Command, Option } from 'commander'

/** What can follow a command: `path` is `user why`, and empty for the program. */
export type Completions = { path: string; words: Word[]; values: Word[]; choices: Choice[] }
type Word = { word: string; about: string }
/** Values of an option that takes one of a few. */
type Choice = { option: string; values: readonly string[] }

/** A script for a shell. It knows every command, option and choice, and asks no server. */
export function completionScript(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const all = completionsOf(program)
  if (shell === 'fish') return fish(all)
  return shell === 'bash' ? bash(all) : zsh(all)
}

function completionsOf(command: Command, path = ''): Completions[] {
  const children = command.commands.map((each) => ({
    word: each.name(),
    about: each.description(),
  }))
  const options = [...command.options, ...helpOptions]
  const own: Completions = {
    path,
    words: [...children, ...options.flatMap(wordsOf)],
    values: command.registeredArguments.flatMap(({ argChoices = [] }) =>
      argChoices.map((word) => ({ word, about: '' })),
    ),
    choices: options.flatMap(({ long, argChoices }) =>
      long === undefined || long === null || argChoices === undefined
        ? []
        : [{ option: long, values: argChoices }],
    ),
  }
  // What follows another name of a command is completed too, but only its name is offered.
  const below = command.commands.flatMap((each) =>
    [each.name(), ...each.aliases()].flatMap((name) =>
      completionsOf(each, path === '' ? name : `${path} ${name}`),
    ),
  )
  return [own, ...below]
}

type Described = Pick<Option, 'long' | 'short' | 'description' | 'argChoices'>
const helpOptions: Pick<Described, 'long' | 'short' | 'description' | 'argChoices'>[] = [
  { long: '--help', description: 'help for this command' },
]

function wordsOf({ long, description }: Described): Word[] {
  return long === undefined || long === null ? [] : [{ word: long, about: description }]
}

/** The words before the cursor that are commands. */
const pathLoop = `  local at=1 word at_command="" next
  while [ "$at" -lt "$cursor" ]; do
    word="\${words_before[$at]}"
    next="\${at_command:+$at_command }$word"
    case "|$paths|" in *"|$next|"*) at_command="$next" ;; esac
    at=$((at + 1))
  done`

function bash(all: readonly Completions[]): string {
  return `# Completes muster in bash. Written by: muster completion bash
_muster() {
  local words_before=("\${COMP_WORDS[@]}") cursor="$COMP_CWORD"
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" list=""
  local paths='${pathsOf(all)}'
${pathLoop}
${cases(all)}
  COMPREPLY=($(compgen -W "$list" -- "$current"))
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _muster muster
`
}

function zsh(all: readonly Completions[]): string {
  return `#compdef muster
# Completes muster in zsh. Written by: muster completion zsh
_muster() {
  setopt local_options ksh_arrays sh_word_split
  local -a words_before
  words_before=("\${words[@]}")
  local cursor=$((CURRENT - 1)) list=""
  local previous="\${words_before[$((cursor - 1))]}"
  local paths='${pathsOf(all)}'
${pathLoop}
${cases(all)}
  local -a found
  found=($list)
  compadd -- "\${found[@]}" || _files
}
if [ "$funcstack[1]" = _muster ]; then _muster "$@"; else compdef _muster muster; fi
`
}

function pathsOf(all: readonly Completions[]): string {
  return all.flatMap(({ path }) => (path === '' ? [] : [path])).join('|')
}

/** The words for each command, and the values for each option that has choices. */
function cases(all: readonly Completions[]): string {
  const words = all.map(({ path, words, values }) => {
    const list = [...words, ...values].map(({ word }) => word).join(' ')
    return `    '${path}') list='${list}' ;;`
  })
  const choices = all.flatMap(({ path, choices }) =>
    choices.map(({ option, values }) => `    '${path} ${option}') list='${values.join(' ')}' ;;`),
  )
  return `  case "$at_command" in
${words.join('\n')}
  esac
  case "$at_command $previous" in
${choices.join('\n')}
  esac`
}

function fish(all: readonly Completions[]): string {
  const lines = all.flatMap(({ path, words, values, choices }) => {
    const when = `-n '__muster_at "${path}"'`
    return [
      ...[...words, ...values].map(({ word, about }) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
        return `complete -c muster ${when} ${what}${about === '' ? '' : ` -d ${quoted(about)}`}`
      }),
      ...choices.map(
        ({ option, values: of }) =>
          `complete -c muster ${when} -l ${option.slice(2)} -xa ${quoted(of.join(' '))}`,
      ),
    ]
  })
  return `# Completes muster in fish. Written by: muster completion fish
set -g __muster_paths ${all.map(({ path }) => quoted(path)).join(' ')}
function __muster_at
    set -l path ''
    for word in (commandline -opc)[2..]
        set -l next (string trim "$path $word")
        contains -- "$next" $__muster_paths; and set path $next
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

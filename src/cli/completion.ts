import { Argument, Command } from 'commander'

const shells = ['bash', 'zsh', 'fish'] as const

export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(muster completion bash)
  $ muster completion zsh > ~/.zfunc/_muster
  $ muster completion fish > ~/.config/fish/completions/muster.fish`,
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScript } = await import('./completion-script.ts')
      process.stdout.write(completionScript(program, shell))
    })
}

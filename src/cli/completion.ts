/** What a shell completes of one command. */
export interface CompletedCommand {
  /** `synth`, `contract check`. */
  readonly name: string;
  readonly summary: string;
  /** Long options, without dashes. */
  readonly options: readonly string[];
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that completes commands and their options; all else is a file. */
export const printCompletion = (shell: Shell, commands: readonly CompletedCommand[]): string =>
  shell === 'fish' ? fish(commands) : shell === 'zsh' ? zsh(commands) : bash(commands);

/** What may stand first, and after the first word of a command of two. */
const wordsAfter = (commands: readonly CompletedCommand[], first?: string): readonly string[] => {
  const names = commands.map(({ name }) => name.split(' '));
  const words =
    first === undefined
      ? [...names.map(([word]) => word!), 'help', 'completion']
      : names.flatMap(([word, second]) => (word === first && second !== undefined ? [second] : []));
  return [...new Set(words)];
};

const dashed = ({ options }: CompletedCommand): string => options.map((one) => `--${one}`).join(' ');

const groupsOf = (commands: readonly CompletedCommand[]): readonly string[] => [
  ...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? name.split(' ')[0]! : []))),
];

/** Cases of a POSIX shell, by the first two words. */
const cases = (commands: readonly CompletedCommand[]): string =>
  [
    ...groupsOf(commands).map((group) => `    '${group} ') words='${wordsAfter(commands, group).join(' ')}' ;;`),
    ...commands.map((one) => `    '${one.name}${one.name.includes(' ') ? "'" : " '*"}) words='${dashed(one)}' ;;`),
    `    'help '*) words='${wordsAfter(commands)
      .filter((word) => word !== 'help')
      .join(' ')}' ;;`,
    `    'completion '*) words='${shells.join(' ')}' ;;`,
  ].join('\n');

const bash = (commands: readonly CompletedCommand[]): string => `# fluxspan completion bash
_fluxspan() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" first='' second='' words=''
  ((COMP_CWORD > 1)) && first="\${COMP_WORDS[1]}"
  ((COMP_CWORD > 2)) && second="\${COMP_WORDS[2]}"
  if [[ -z $first ]]; then
    words='${wordsAfter(commands).join(' ')}'
  else
    case "$first $second" in
${cases(commands)}
    esac
  fi
  COMPREPLY=()
  while IFS='' read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _fluxspan fluxspan
`;

const zsh = (commands: readonly CompletedCommand[]): string => `#compdef fluxspan
# fluxspan completion zsh
_fluxspan() {
  local first='' second='' candidates=''
  ((CURRENT > 2)) && first="$words[2]"
  ((CURRENT > 3)) && second="$words[3]"
  if [[ -z $first ]]; then
    candidates='${wordsAfter(commands).join(' ')}'
  else
    case "$first $second" in
${cases(commands).replaceAll(' words=', ' candidates=')}
    esac
  fi
  compadd -- \${=candidates}
  [[ $PREFIX == -* ]] || _files
}
compdef _fluxspan fluxspan
`;

const fish = (commands: readonly CompletedCommand[]): string => {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const groups = groupsOf(commands);
  return [
    '# fluxspan completion fish',
    ...wordsAfter(commands).map((word) => {
      const summary = commands.find(({ name }) => name === word)?.summary;
      return `complete -c fluxspan -n __fish_use_subcommand -a ${word}${summary === undefined ? '' : ` -d ${quote(summary)}`}`;
    }),
    ...groups.flatMap((group) =>
      wordsAfter(commands, group).map(
        (word) => `complete -c fluxspan -n '__fish_seen_subcommand_from ${group}' -a ${word}`,
      ),
    ),
    ...commands.flatMap(({ name, options }) =>
      options.map(
        (option) => `complete -c fluxspan -n '__fish_seen_subcommand_from ${name.split(' ').at(-1)}' -l ${option}`,
      ),
    ),
    `complete -c fluxspan -n '__fish_seen_subcommand_from completion' -a ${quote(shells.join(' '))}`,
    '',
  ].join('\n');
};

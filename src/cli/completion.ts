/** What a shell completes of one command. */
export interface CompletedCommand {
  /** `synth`, `contract check`. */
  readonly name: string;
  readonly summary: string;
  /** Long options, without dashes. */
  readonly options: readonly string[];
  /** What an option takes, where that is one of a few words. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Its first argument is the name of a cluster. */
  readonly takesCluster: boolean;
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * A script that completes commands, their options, what those take, and the names of clusters by the folders in
 * `k8s/clusters`, where they are unless a project says otherwise; all else is a file.
 */
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

/** For a POSIX shell: the names of clusters. */
const CLUSTERS = '$(_fluxspan_clusters)';
const LIST_CLUSTERS = `_fluxspan_clusters() {
  [ -d k8s/clusters ] && ls k8s/clusters
}`;

/** Cases of a POSIX shell, by the first two words and the one before; the first case that fits counts. */
const cases = (commands: readonly CompletedCommand[]): string =>
  [
    ...commands.flatMap(({ name, choices }) =>
      Object.entries(choices).map(
        ([option, values]) => `    '${name} '*' --${option}') words='${values.join(' ')}' ;;`,
      ),
    ),
    `    *' --cluster') words="${CLUSTERS}" ;;`,
    ...groupsOf(commands).map((group) => `    '${group}  '*) words='${wordsAfter(commands, group).join(' ')}' ;;`),
    ...commands
      .filter(({ takesCluster }) => takesCluster)
      .map((one) => `    '${one.name}  '*) words="${CLUSTERS} ${dashed(one)}" ;;`),
    ...commands.map((one) => `    '${one.name} '*) words='${dashed(one)}' ;;`),
    `    'help '*) words='${wordsAfter(commands)
      .filter((word) => word !== 'help')
      .join(' ')}' ;;`,
    `    'completion '*) words='${shells.join(' ')}' ;;`,
  ].join('\n');

const bash = (commands: readonly CompletedCommand[]): string => `# fluxspan completion bash
${LIST_CLUSTERS}
_fluxspan() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" first='' second='' last='' words=''
  ((COMP_CWORD > 1)) && first="\${COMP_WORDS[1]}"
  ((COMP_CWORD > 2)) && second="\${COMP_WORDS[2]}"
  ((COMP_CWORD > 0)) && last="\${COMP_WORDS[COMP_CWORD - 1]}"
  if [[ -z $first ]]; then
    words='${wordsAfter(commands).join(' ')}'
  else
    case "$first $second $last" in
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
${LIST_CLUSTERS}
_fluxspan() {
  local first='' second='' last="$words[CURRENT-1]" candidates=''
  ((CURRENT > 2)) && first="$words[2]"
  ((CURRENT > 3)) && second="$words[3]"
  if [[ -z $first ]]; then
    candidates='${wordsAfter(commands).join(' ')}'
  else
    case "$first $second $last" in
${cases(commands).replaceAll(' words=', ' candidates=')}
    esac
  fi
  compadd -- \${=candidates}
  [[ $PREFIX == -* ]] || _files
}
compdef _fluxspan fluxspan
`;

const FISH_CLUSTERS = '(path basename k8s/clusters/*/)';

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
    ...commands.flatMap(({ name, options, choices, takesCluster }) => {
      const start = `complete -c fluxspan -n '__fish_seen_subcommand_from ${name.split(' ').at(-1)}'`;
      const valuesOf = (option: string) => (option === 'cluster' ? FISH_CLUSTERS : choices[option]?.join(' '));
      return [
        ...(takesCluster ? [`${start} -a '${FISH_CLUSTERS}'`] : []),
        ...options.map((option) => {
          const values = valuesOf(option);
          return `${start} -l ${option}${values === undefined ? '' : ` -x -a '${values}'`}`;
        }),
      ];
    }),
    `complete -c fluxspan -n '__fish_seen_subcommand_from completion' -a ${quote(shells.join(' '))}`,
    '',
  ].join('\n');
};

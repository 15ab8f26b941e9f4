// Lists the rules and projects that the files of a folder export, in its registry.ts. `npm run import` writes the lists.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A list of rules, or of projects. */
interface Registry {
  readonly folder: string;
  /** What a file exports for it; the first group is the name. */
  readonly exports: RegExp;
  /** Its own name, and the type of what it lists. */
  readonly name: string;
  readonly type: string;
  readonly from: string;
  readonly says: string;
  /** Whether what is listed has types of its own, which others read. @default false */
  readonly isTyped?: true;
  /** The order of its folders. @default - by their names */
  readonly topics?: readonly string[];
}

const RULE = /^export const (\w+Rule) = define\w*Rule\(/gm;

const registries: readonly Registry[] = [
  {
    folder: 'src/knowledge',
    exports: /^export const (\w+) = defineProject\(/gm,
    name: 'projects',
    type: 'Project',
    from: './form/project.js',
    says: 'Every project that fluxspan knows about.',
  },
  {
    folder: 'src/rules',
    exports: RULE,
    isTyped: true,
    name: 'rules',
    type: 'Rule',
    from: './rule.js',
    says: "Every rule. Reports are sorted, so the order doesn't matter.",
  },
  {
    folder: 'src/changes',
    exports: RULE,
    isTyped: true,
    name: 'changeRules',
    type: 'ChangeRule',
    from: './change-rule.js',
    says: "Every change rule, by topic. Reports are sorted, so the order doesn't matter.",
    topics: [
      'root',
      'owners',
      'removals',
      'replacement',
      'updates',
      'transitions',
      'resource-sets',
      'references',
      'others',
      'hand-written',
      'unseen',
      'externals',
      'terraform',
      'tenants',
    ].map((topic) => `rules/${topic}`),
  },
];

interface RuleFile {
  readonly path: string;
  readonly rules: readonly string[];
}

/** The files of a folder with the rules that each of them exports, in a stable order. */
const rulesIn = (root: string, { folder, exports, topics = [] }: Registry): readonly RuleFile[] => {
  const rank = (path: string): number => {
    const at = topics.indexOf(dirname(path));
    if (at < 0 && topics.length > 0)
      throw new Error(`${folder}/${path}: give its folder a place in scripts/registries.ts`);
    return at;
  };
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && path !== 'registry.ts')
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8');
      const found = text.matchAll(exports);
      return { path, rules: [...found].map((match) => match[1] ?? '').sort() };
    })
    .filter(({ rules }) => rules.length > 0)
    .sort((a, b) => rank(a.path) - rank(b.path));
};

/** As Biome would write it. */
const formatted = (root: string, path: string, text: string): string => {
  const bin = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, 'check', '--write', `--stdin-file-path=${path}`],
    { cwd: root, input: text, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Biome refuses ${path}: ${stderr}`);
  return stdout;
};

/**
 * Writes the lists that differ from the files.
 *
 * @param check writes nothing
 * @returns the paths of those that differ, from the repository's root
 */
export const refreshRegistries = (root: string, { check }: { readonly check: boolean }): readonly string[] =>
  registries.flatMap((registry) => {
    const { folder, name, type, from, says, isTyped = false } = registry;
    const path = `${folder}/registry.ts`;
    const found = rulesIn(root, registry);
    const text = formatted(
      root,
      path,
      `// Written by \`npm run import\` from the files of the folder.
${found.map((one) => `import { ${one.rules.join(', ')} } from './${one.path.replace(/\.ts$/, '.js')}';`).join('\n')}
import type { ${type} } from '${from}';

/** ${says} */
export const ${name}${isTyped ? '' : `: readonly ${type}[]`} = [
${found.flatMap(({ rules }) => rules.map((rule) => `  ${rule},`)).join('\n')}
]${isTyped ? ` as const satisfies readonly ${type}[]` : ''};
`,
    );
    const before = readdirSync(join(root, folder)).includes('registry.ts')
      ? readFileSync(join(root, path), 'utf8')
      : undefined;
    if (text === before) return [];
    if (!check) writeFileSync(join(root, path), text);
    return [path];
  });

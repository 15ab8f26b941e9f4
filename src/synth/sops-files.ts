import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { runGitLater } from '../applied/run-git.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { creationRules, keysNotSought, privateKeyInGit } from '../encryption/diagnostics.js';
import { type CreationRule, creationRule } from '../encryption/sops.js';
import { readOurText, unreadReason } from '../files/read-file.js';
import { replaceFile } from '../files/replace-file.js';
import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import type { AppPlan } from '../tree/plan-app.js';
import { parseYaml } from '../yaml/parse-yaml.js';

const FILE = '.sops.yaml';
const BEGIN = '  # fluxspan: the keys of sops(), which synth writes';
const END = '  # fluxspan: end';

/** What SOPS needs in addition to the tree. */
export interface SopsFiles {
  readonly problems: readonly Diagnostic[];
  /** Writes `.sops.yaml`, if it differs. Gives what it has written. */
  write(): readonly BesideTree[];
}

/** A file outside of the tree that synth wrote, relative to the project. */
export interface BesideTree {
  readonly path: string;
  readonly isNew: boolean;
}

const nothing: SopsFiles = { problems: [], write: () => [] };

/** The rules by which SOPS encrypts new files, and whether a private key is among the files that git has or would take. */
export const sopsFiles = async (
  clusters: DeclaredApp['clusters'],
  { compiled }: Pick<AppPlan, 'compiled'>,
  project: string,
  check: boolean,
): Promise<SopsFiles> => {
  const declared = clusters.flatMap(({ secrets }) => secrets ?? []);
  // A file that SOPS encrypted, or a Kustomization that decrypts what a tenant's repository has.
  const isUsed = compiled.some(({ addons }) =>
    addons.some(({ objects }) =>
      objects.some(({ json }) => isObject(json['sops']) || isObject(fieldsOf(json['spec'])['decryption'])),
    ),
  );
  if (declared.length === 0 && !isUsed) return nothing;
  const leaked = await privateKeys(project);
  if (declared.length === 0) return { ...nothing, problems: leaked };
  const rules = mergeRules(declared.map(creationRule));
  const path = join(project, FILE);
  const block = [BEGIN, ...rules.flatMap(linesOf), END];
  const before = readRules(path);
  if (typeof before === 'object') return { ...nothing, problems: [...leaked, paste(block, before.reason)] };
  const text = withBlock(before, block);
  if (text === undefined) {
    const lacks = before === undefined || !hasKeys(before, rules);
    return { ...nothing, problems: [...leaked, ...(lacks ? [paste(block)] : [])] };
  }
  const isStale = text !== before;
  return {
    problems: [...leaked, ...(check && isStale ? [stale] : [])],
    write: () => {
      if (!isStale) return [];
      replaceFile(path, text);
      return [{ path: FILE, isNew: before === undefined }];
    },
  };
};

/** One rule for each set of files: what several clusters read is encrypted for all of them. */
const mergeRules = (all: readonly CreationRule[]): readonly CreationRule[] => {
  const byFiles = new Map<string, CreationRule>();
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort(compareText);
  for (const one of all) {
    const { files, age, aws, azure, gcp } = byFiles.get(one.files) ?? {
      files: one.files,
      age: [],
      aws: [],
      azure: [],
      gcp: [],
    };
    byFiles.set(files, {
      files,
      age: union(age, one.age),
      aws: union(aws, one.aws),
      azure: union(azure, one.azure),
      gcp: union(gcp, one.gcp),
    });
  }
  // SOPS takes the first rule that matches: a longer expression is most likely the narrower one.
  return [...byFiles.values()].sort((a, b) => b.files.length - a.files.length || compareText(a.files, b.files));
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** https://github.com/getsops/sops#using-sopsyaml-conf-to-select-kms-pgp-and-age-for-new-files */
const linesOf = ({ files, age, aws, azure, gcp }: CreationRule): readonly string[] => [
  `  - path_regex: ${quoted(files)}`,
  "    encrypted_regex: '^(data|stringData)$'",
  ...Object.entries({ age, kms: aws, azure_keyvault: azure, gcp_kms: gcp }).flatMap(([key, keys]) =>
    keys.length === 0 ? [] : [`    ${key}: ${quoted(keys.join(','))}`],
  ),
];

/** The file's text, undefined where there is none, or why it can't be read. */
const readRules = (path: string): string | undefined | { readonly reason: string } => {
  if (!existsSync(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  if (lstatSync(path).isSymbolicLink()) return { reason: 'is a symlink' };
  try {
    return readOurText(path);
  } catch (error) {
    return { reason: `can't be read: ${unreadReason(error)}` };
  }
};

/** The file with the block in its place, and everything else as it was; undefined for a file of someone else. */
const withBlock = (before: string | undefined, block: readonly string[]): string | undefined => {
  if (before === undefined) return ['creation_rules:', ...block, ''].join('\n');
  const lines = before.split('\n');
  const bare = lines.map((line) => line.replace(/\r$/, ''));
  const [from, to] = [bare.indexOf(BEGIN), bare.indexOf(END)];
  if (from < 0 || to < from) return undefined;
  // Git may check the file out with the line endings of Windows.
  const end = lines[from] === BEGIN ? '' : '\r';
  return [...lines.slice(0, from), ...block.map((line) => line + end), ...lines.slice(to + 1)].join('\n');
};

const KEYS = ['age', 'kms', 'azure_keyvault', 'gcp_kms'];

/** Whether a rule of the file has all keys of each rule. */
const hasKeys = (text: string, rules: readonly CreationRule[]): boolean => {
  let parsed: unknown;
  try {
    parsed = parseYaml(text);
  } catch {
    return false;
  }
  const texts = objectsOf(fieldsOf(parsed)['creation_rules']).map((rule) =>
    KEYS.map((key) => textOf(rule[key]) ?? JSON.stringify(rule[key] ?? '')).join(' '),
  );
  return rules.every(({ age, aws, azure, gcp }) =>
    texts.some((one) => [...age, ...aws, ...azure, ...gcp].every((key) => one.includes(key))),
  );
};

const stale: Diagnostic = diagnose(creationRules, {
  message: `${FILE} isn't what the keys of sops() make of it`,
  at: { file: FILE },
  fix: 'run fluxspan synth, and commit the file',
});

const paste = (block: readonly string[], reason = 'has no rule with the keys of sops()'): Diagnostic =>
  diagnose(creationRules, {
    message: `${FILE} isn't fluxspan's, and ${reason}`,
    at: { file: FILE },
    notes: ['the lines for creation_rules:', ...block],
    fix: 'paste these lines into creation_rules, before rules that match the same files: synth keeps them up to date from then on',
  });

const AGE_SECRET = 'AGE-SECRET-KEY-1[0-9A-Z]{58}';

const notSought: Diagnostic = diagnose(keysNotSought, {
  message: "this folder isn't in a repository of git, so synth has looked for no private key of age in its files",
  at: {},
  fix: 'make it one before the first commit: git init; and keep private keys out of it: add their files to .gitignore',
});

/** Files with a private key of age. The key itself is in no message. */
const privateKeys = async (project: string): Promise<readonly Diagnostic[]> => {
  const query = ['--untracked', '--full-name', '--no-color', '--line-number', '-z', '-I', '-E'];
  const [found, inside] = await Promise.all([
    runGitLater(project, ['grep', ...query, '-e', AGE_SECRET, '--', ':/']),
    runGitLater(project, ['rev-parse', '--is-inside-work-tree']),
  ]);
  if (inside === undefined) return [notSought];
  const said = found?.toString() ?? '';
  // Of each line: file, number, and the text, which is dropped.
  const places = said.split('\n').flatMap((line) => {
    const [file, number] = line.split('\0');
    return file === undefined || number === undefined ? [] : [[file, number] as const];
  });
  return places.map(([file, line]) =>
    diagnose(privateKeyInGit, {
      message: `${file} has a private key of age in line ${line}: whoever reads the repository can decrypt all that is encrypted for it`,
      at: { file: `${file}:${line}` },
      fix: 'take it out, and add its file to .gitignore; if it was pushed, make a new key, encrypt every file for that (sops updatekeys), and replace the values',
    }),
  );
};

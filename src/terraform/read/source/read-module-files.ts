import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { terraformUnread } from '../../diagnostics.js';
import type { ParseHcl } from './parse-hcl.js';
import { BLOCK_TYPES, type BlockType, type RawBlock, type RawBlocks } from './raw-module.js';
import { readHclBlocks, readJsonBlocks } from './read-blocks.js';

/** Files by path from the top of a repository, with `/`. Whoever gives them decides on symlinks and budgets. */
export interface TerraformFiles {
  /** The names of the files in a folder, without folders; undefined if it isn't there. The top is the empty text. */
  list(folder: string): readonly string[] | undefined;
  /** Undefined if it can't be read. */
  read(path: string): string | undefined;
}

/** A folder's blocks, with what override files change. */
export interface RawModule {
  readonly folder: string;
  readonly blocks: RawBlocks;
  readonly files: readonly string[];
  readonly problems: readonly Diagnostic[];
}

const SOURCE = /\.(?:tf|tofu)(?:\.json)?$/;
const OVERRIDE = /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/;

/** Whether a file's name is that of a Terraform or OpenTofu file. */
export const isTerraformFile = (name: string): boolean => SOURCE.test(name) && !name.startsWith('.');

/** The files of one folder that make its module, in the order in which Terraform reads them: overrides come last. */
const sourcesOf = (names: readonly string[]): readonly string[] => {
  const all = names.filter(isTerraformFile).sort();
  const present = new Set(all);
  // OpenTofu reads x.tofu in place of x.tf: https://opentofu.org/docs/language/files/
  const used = all.filter(
    (name) => !/\.tf(?:\.json)?$/.test(name) || !present.has(name.replace(/\.tf(\.json)?$/, '.tofu$1')),
  );
  return [...used.filter((name) => !OVERRIDE.test(name)), ...used.filter((name) => OVERRIDE.test(name))];
};

/** Reads a module's files; undefined if the folder has none. */
export const readModuleFiles = async (
  files: TerraformFiles,
  folder: string,
  parseHcl: ParseHcl,
): Promise<RawModule | undefined> => {
  const sources = sourcesOf(files.list(folder) ?? []);
  if (sources.length === 0) return undefined;
  const blocks = Object.fromEntries(BLOCK_TYPES.map((type) => [type, [] as RawBlock[]])) as Record<
    BlockType,
    RawBlock[]
  >;
  const problems: Diagnostic[] = [];
  for (const name of sources) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const text = files.read(path);
    const found =
      text === undefined
        ? { ok: false as const, line: undefined, reason: "it can't be opened" }
        : name.endsWith('.json')
          ? readJsonBlocks(path, text)
          : await readHclBlocks(path, text, parseHcl);
    if (!found.ok) problems.push(unread(path, found.line, found.reason));
    else for (const [type, block] of found.blocks) add(blocks[type], type, block, OVERRIDE.test(name));
  }
  return { folder, blocks, files: sources.map((name) => (folder === '' ? name : `${folder}/${name}`)), problems };
};

const unread = (file: string, line: number | undefined, reason: string): Diagnostic =>
  diagnose(terraformUnread, {
    message: `Terraform's file "${file}" can't be read: ${reason}`,
    at: { file, ...(line === undefined ? {} : { source: `${file}:${line}` }) },
    notes: ['what the file declares is unknown; everything else was read'],
    fix: `run terraform validate in the file's folder, and correct the file`,
  });

/** An override replaces attributes and kinds of inner blocks: https://developer.hashicorp.com/terraform/language/files/override */
const add = (blocks: RawBlock[], type: BlockType, block: RawBlock, isOverride: boolean): void => {
  const same = isOverride
    ? blocks.findIndex((one) => one.labels.length > 0 && one.labels.join('\n') === block.labels.join('\n'))
    : -1;
  const before = blocks[same];
  if (before === undefined) {
    blocks.push(block);
    return;
  }
  const body: Record<string, unknown> = { ...before.body, ...block.body };
  if (type === 'resource' && isObject(first(before.body['lifecycle'])) && isObject(first(block.body['lifecycle']))) {
    body['lifecycle'] = [
      { ...(first(before.body['lifecycle']) as object), ...(first(block.body['lifecycle']) as object) },
    ];
  }
  const has = (path: string): boolean => Object.hasOwn(block.body, /^[^.[]+/.exec(path)?.[0] ?? '');
  blocks[same] = {
    ...before,
    body,
    lineOf: (path) => (has(path) ? block.lineOf(path) : before.lineOf(path)),
  };
};

const first = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : value);

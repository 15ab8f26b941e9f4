import { posix } from 'node:path';
import { type Diagnostic, diagnose, nearest } from '../../diagnostics/index.js';
import { fieldsOf, textOf } from '../../json/as-shape.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import { missingOutput } from '../diagnostics.js';
import type { FolderTree } from '../folder-tree.js';

/**
 * Outputs that a root reads of the state of another root of the repository, and that this one doesn't have: `terraform plan`
 * fails.
 */
export const remoteStateFindings = (
  reads: readonly TerraformRead[],
  { textOf: textAt }: Pick<FolderTree, 'textOf'>,
): readonly Diagnostic[] =>
  reads.flatMap((read): readonly Diagnostic[] => {
    if (read.form !== 'hcl') return [];
    const states = new Map<string, TerraformRead>();
    for (const { mode, type, name, module, attributes } of read.resources) {
      if (mode !== 'data' || type !== 'terraform_remote_state' || module !== '') continue;
      // What isn't there may have a default.
      if (attributes['defaults'] !== undefined) continue;
      const found = reads.filter((one) => one !== read && isStateOf(one, attributes, read.name));
      if (found.length === 1 && found[0]!.problems.length === 0) states.set(name, found[0]!);
    }
    if (states.size === 0) return [];
    const lines = read.files.flatMap((file) =>
      posix.dirname(file).replace(/^\.$/, '') === read.name && file.endsWith('.tf')
        ? (textAt(file) ?? '').split('\n').map((text, at) => ({ file, line: at + 1, text }))
        : [],
    );
    const aliases = new Map(
      lines.flatMap(({ text }) => {
        const [, alias, name] = ALIAS.exec(text) ?? [];
        return alias === undefined || !states.has(name!) ? [] : [[alias, name!] as const];
      }),
    );
    const told = new Set<string>();
    return lines.flatMap(({ file, line, text }): readonly Diagnostic[] => {
      // These go on without it.
      if (/^\s*(?:#|\/\/)/.test(text) || /\b(?:try|can|lookup)\(/.test(text)) return [];
      const used = [
        ...[...text.matchAll(DIRECT)].map(([, name = '', output = '']) => [name, output] as const),
        ...[...text.matchAll(LOCAL)].map(([, alias = '', output = '']) => [aliases.get(alias) ?? '', output] as const),
      ];
      return used.flatMap(([name, output]): readonly Diagnostic[] => {
        const state = states.get(name);
        if (state === undefined || state.outputs.has(output) || told.has(`${name}.${output}`)) return [];
        told.add(`${name}.${output}`);
        const near = nearest(output, state.outputs.keys());
        return [
          diagnose(missingOutput, {
            message: `Terraform in ${folderName(read)} reads the output "${output}" of ${folderName(state)}, which has no such output: its plan fails`,
            at: { file: `${file}:${line}` },
            notes: [`data.terraform_remote_state.${name} reads the state of ${folderName(state)}`],
            fix: near === undefined ? `add output "${output}" there` : `did you mean "${near}"?`,
          }),
        ];
      });
    });
  });

const folderName = ({ name }: TerraformRead): string => (name === '' ? 'the top folder' : name);

const ALIAS = /^\s*(\w+)\s*=\s*data\.terraform_remote_state\.(\w+)\.outputs\s*(?:#.*)?$/;
const DIRECT = /\bdata\.terraform_remote_state\.(\w+)\.outputs\.([A-Za-z_][\w-]*)/g;
const LOCAL = /\blocal\.(\w+)\.([A-Za-z_][\w-]*)/g;

/** What says where a state is, in the words of all backends. */
const PLACES = [
  'bucket',
  'key',
  'prefix',
  'path',
  'address',
  'container_name',
  'storage_account_name',
  'secret_suffix',
  'organization',
];
const NEEDED = ['key', 'prefix', 'path', 'address', 'secret_suffix'];

const isStateOf = (
  { backend, name }: TerraformRead,
  { backend: type, config }: Readonly<Record<string, unknown>>,
  folder: string,
): boolean => {
  const given = fieldsOf(config);
  if (type === 'local') {
    const path = textOf(given['path']);
    const own = backend === undefined || backend.type === 'local';
    const written = textOf(backend?.attributes['path']) ?? 'terraform.tfstate';
    return path !== undefined && own && posix.join(folder, path) === posix.join(name, written);
  }
  if (backend === undefined || backend.type !== type) return false;
  const places = PLACES.filter((one) => given[one] !== undefined || backend.attributes[one] !== undefined);
  return (
    places.some((one) => NEEDED.includes(one)) &&
    places.every((one) => {
      const [a, b] = [textOf(given[one]), textOf(backend.attributes[one])];
      return a !== undefined && a === b;
    })
  );
};

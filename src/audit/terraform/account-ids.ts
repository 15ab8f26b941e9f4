import type { TerraformRead } from '../../terraform/read/index.js';
import type { FolderTree } from '../folder-tree.js';
import type { WrittenData } from './written-data.js';

/** How a key is known to have the id of an AWS account, which is twelve digits: by its data source, or by a name. */
export type AccountId = 'certain' | 'named';

const DATA = /^data\.aws_caller_identity\.[\w-]+\.account_id$/;
const NAMED = /^(?:var|local)\.(?:aws_)?account_id$/;

/** The keys of a ConfigMap or Secret whose values are the id of an AWS account as it is, without quotes. */
export const accountIdsIn = (
  { keys }: Pick<WrittenData, 'keys'>,
  reads: readonly TerraformRead[],
  { textOf }: Pick<FolderTree, 'textOf'>,
): ReadonlyMap<string, AccountId> => {
  const found = new Map<string, AccountId>();
  for (const [key, place] of keys) {
    const [, file, line] = /^(.*):(\d+)$/.exec(place) ?? [];
    const text = file === undefined ? undefined : textOf(file);
    if (file === undefined || text === undefined) continue;
    const value = writtenFor(key, text.split('\n').slice(Number(line) - 1));
    if (value === undefined) continue;
    if (DATA.test(value)) found.set(key, 'certain');
    else if (NAMED.test(value) && isOfAws(file, reads)) found.set(key, 'named');
  }
  return found;
};

/** What the first line of a block that sets a key gives it. */
const writtenFor = (key: string, lines: readonly string[]): string | undefined => {
  for (const line of lines) {
    if (line.startsWith('}')) return undefined;
    const [, name, value = ''] = /^\s*"?([A-Za-z_]\w*)"?\s*[=:]\s*(.*?)\s*,?\s*$/.exec(line) ?? [];
    if (name === key) return value.replace(/^tostring\((.*)\)$/, '$1').replace(/^"\$\{(.*)\}"$/, '$1');
  }
  return undefined;
};

/** Cloudflare calls its own ids that, which have letters. */
const isOfAws = (file: string, reads: readonly TerraformRead[]): boolean =>
  reads.some(({ files, resources, providers }) => {
    const has = (prefix: string): boolean =>
      resources.some(({ type }) => type.startsWith(`${prefix}_`)) ||
      providers.some(({ name }) => name.split('.')[0] === prefix);
    return files.includes(file) && has('aws') && !has('cloudflare');
  });

import { posix } from 'node:path';
import { normalAddress } from '../../applied/view/sources.js';
import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** A source, or the `sync` of the FluxInstance that makes it. */
export interface ReadSource {
  readonly kind: string;
  /** `undefined` if nothing visible makes it. */
  readonly spec: JsonObject | undefined;
}

/** The fields that decide which version of a repository a source fetches. */
const REFS = ['branch', 'tag', 'semver', 'name', 'commit', 'digest', 'bucketName'] as const;
type Ref = Readonly<Partial<Record<(typeof REFS)[number], unknown>>>;

/**
 * Describes how the repository, version or included files of two sources differ. Empty if one of them can't be seen.
 *
 * @param isRead whether Flux reads anything in, above or below a folder, relative to the root of the source
 */
export const sourceWords = (
  from: ReadSource,
  to: ReadSource,
  isRead: (folder: string) => boolean,
): readonly string[] => {
  if (from.spec === undefined || to.spec === undefined) return [];
  const words: string[] = [];
  const [was, is] = [textOf(from.spec, 'url'), textOf(to.spec, 'url')];
  if (normalAddress(was) !== normalAddress(is)) words.push(`url "${was}" → "${is}"`);
  const [old, now] = [refOf(from), refOf(to)];
  for (const field of REFS)
    if (old[field] !== now[field]) words.push(`${field} ${quote(old[field])} → ${quote(now[field])}`);
  const [had, has] = [includesIn(from.spec, isRead), includesIn(to.spec, isRead)];
  if (had !== has) words.push(`include ${had} → ${has}`);
  return words;
};

/** The branch that a source fetches, if it names one. */
export const branchOf = (source: ReadSource): unknown => refOf(source)['branch'];

const textOf = (spec: JsonObject, field: string): string => (typeof spec[field] === 'string' ? spec[field] : '');

/**
 * A FluxInstance writes the ref as one text, a source as fields. For git, both accept the full name of a branch or tag.
 */
const refOf = ({ kind, spec }: ReadSource): Ref => {
  const ref = spec?.['ref'];
  if (kind === 'Bucket') return { bucketName: spec?.['bucketName'] ?? ref };
  if (kind !== 'GitRepository') return isObject(ref) ? ref : typeof ref === 'string' ? { tag: ref } : {};
  const name = isObject(ref) ? ref['name'] : ref;
  if (typeof name !== 'string' || name === '') return isObject(ref) ? ref : {};
  const [, place, short] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? [];
  return place === undefined ? { name } : { [place === 'heads' ? 'branch' : 'tag']: short };
};

/** The repositories that a source includes over folders that Flux reads. */
const includesIn = ({ include }: JsonObject, isRead: (folder: string) => boolean): string => {
  const found = objectsOf(include).flatMap(({ repository, fromPath, toPath }) => {
    const name = isObject(repository) ? String(repository['name']) : '';
    const to = typeof toPath === 'string' && toPath !== '' ? toPath : name;
    if (!isRead(posix.join('/', to).slice(1).replace(/\/$/, ''))) return [];
    const from = typeof fromPath === 'string' && fromPath !== '' ? `/${posix.normalize(fromPath)}` : '';
    return [`"${name}${from}" in "${to}"`];
  });
  return found.length === 0 ? 'none' : found.join(' and ');
};

const quote = (value: unknown): string => (value === undefined ? 'none' : `"${String(value)}"`);

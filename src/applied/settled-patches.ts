import { isObject } from '../json/is-object.js';
import { readPatch } from '../rules/languages/patch.js';

/**
 * Whether later patches keep the labels and annotations by which a patch selects. States are made of objects that may be
 * patched already, so a selection that a later patch changes can't be repeated.
 *
 * @param at the index of the patch
 */
export const isSettled = (patches: readonly unknown[], at: number): boolean => {
  const entry = patches[at];
  const target = isObject(entry) && isObject(entry['target']) ? entry['target'] : {};
  if (!target['labelSelector'] && !target['annotationSelector']) return true;
  return patches.slice(at + 1).every((later) => touchedBy(later).every((path) => !isRead(path, target)));
};

/** Whether later patches keep the identities of all objects. */
export const keepsIdentities = (patches: readonly unknown[], at: number): boolean =>
  patches.slice(at + 1).every((later) => !touchedBy(later).some((path) => IDENTITY.test(path)));

const IDENTITY = /^(?:\/metadata)?$|^\/(?:apiVersion|kind|metadata\/name(?:space)?)(?:\/|$)/;

const LABELS = '/metadata/labels';
const ANNOTATIONS = '/metadata/annotations';

const isRead = (path: string, target: Readonly<Record<string, unknown>>): boolean => {
  for (const [marks, name] of [
    [LABELS, 'labelSelector'],
    [ANNOTATIONS, 'annotationSelector'],
  ] as const) {
    if (path !== marks && !path.startsWith(`${marks}/`)) continue;
    const selector = target[name];
    const key = path
      .slice(marks.length + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    return typeof selector === 'string' && selector.includes(key);
  }
  return path === '' || path === '/metadata';
};

/** The parts of an object's identity, labels and annotations that a patch changes, as JSON pointers. */
const touchedBy = (entry: unknown): readonly string[] => {
  const patch = isObject(entry) ? entry['patch'] : undefined;
  const read = typeof patch === 'string' ? readPatch(patch) : '';
  if (typeof read === 'string') return [];
  if (read.kind === 'operations')
    return read.operations.flatMap(({ path, from }) => [path, from].filter((one) => typeof one === 'string'));
  return read.objects.flatMap(({ metadata }) =>
    isObject(metadata)
      ? [...marksIn(metadata['labels'], LABELS), ...marksIn(metadata['annotations'], ANNOTATIONS), ...whole(metadata)]
      : [],
  );
};

/** A strategic merge never changes an object's name or namespace, but a directive may replace all else. */
const whole = (metadata: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(metadata).some((key) => key.startsWith('$')) ? [LABELS, ANNOTATIONS] : [];

const marksIn = (value: unknown, marks: string): readonly string[] => {
  if (value === undefined) return [];
  if (!isObject(value)) return [marks];
  const keys = Object.keys(value);
  return keys.some((key) => key.startsWith('$'))
    ? [marks]
    : keys.map((key) => `${marks}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
};

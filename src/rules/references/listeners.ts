import { objectsOf } from '../../json/as-shape.js';
import type { StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import type { FoundReference } from './find-references.js';

type Fields = Readonly<Record<string, unknown>>;

/** The listeners of a Gateway that a route's parentRef selects. */
export const listenersOf = (gateway: StateObject, { object, path }: FoundReference): readonly Fields[] => {
  const { sectionName, port } =
    objectsOf(specOf(object)['parentRefs'])[Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 0)] ?? {};
  return objectsOf(specOf(gateway)['listeners']).filter(
    (one) => (sectionName === undefined || sectionName === one['name']) && (port === undefined || port === one['port']),
  );
};

/** Whether two hostnames overlap; `*.` stands for one or more labels. */
export const haveCommonHost = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [isA, isB] = [a.startsWith('*.'), b.startsWith('*.')];
  return (isA && b.endsWith(a.slice(1))) || (isB && a.endsWith(b.slice(1)));
};

import { type Diagnostic, diagnose, nameSome, nearest, type Severity } from '../../diagnostics/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { missingKey } from '../diagnostics.js';
import type { WrittenData } from './written-data.js';

export const dataTitle = ({ kind, namespace, name }: Pick<WrittenData, 'kind' | 'namespace' | 'name'>): string =>
  `${kind} "${name}" in namespace "${namespace}"`;

interface Missing extends Pick<WrittenData, 'address' | 'place'> {
  readonly path: string;
  /** `Secret "db" in namespace "web"`. */
  readonly title: string;
  readonly key: string;
  /** What Terraform writes there. */
  readonly keys: Iterable<string>;
  /** Those that may be the one. @default - all */
  readonly likely?: readonly string[];
  readonly severity?: Severity;
}

/** A key that an object reads and that Terraform doesn't write. */
export const missingKeyOf = (
  object: StateObject,
  { path, title, key, keys, likely = [], address, place, severity }: Missing,
): Diagnostic => {
  const all = [...keys];
  const near = likely.length === 1 ? likely[0] : nearest(key, likely.length === 0 ? all : likely);
  return diagnose(missingKey, {
    message: `${object.title} reads "${key}" of ${title}, and Terraform doesn't write it there`,
    at: placeIn(object, path),
    notes: [`Terraform's ${address} (${place}) writes ${all.length === 0 ? 'no keys' : nameSome(all.sort(), 10)}`],
    fix: near === undefined ? `let Terraform write "${key}", or read another one` : `did you mean "${near}"?`,
    ...(severity === undefined ? {} : { severity }),
  });
};

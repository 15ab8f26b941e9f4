import type { Contract } from '../../contract/index.js';
import { type Diagnostic, diagnose, nearest } from '../../diagnostics/index.js';
import { listNames } from '../../diagnostics/list-names.js';
import { bootstrapKey, bootstrapMissing } from '../diagnostics.js';
import type { GivenSecret } from './given.js';

/** Compares the Secrets that are brought before Flux runs with those of a cluster, by their names and keys. */
export const bootstrapProblems = (
  { cluster, bootstrap = [] }: Pick<Contract, 'cluster' | 'bootstrap'>,
  given: readonly GivenSecret[],
): readonly Diagnostic[] =>
  bootstrap.flatMap(({ namespace, name, keys, readBy }): readonly Diagnostic[] => {
    const at = { cluster, object: `Secret/${name}` };
    const notes = readBy.length === 0 ? [] : [`${readBy.join(', ')} reads it`];
    const there = given.find((one) => one.name === name && one.namespace === namespace);
    if (there === undefined) {
      const elsewhere = given.find((one) => one.name === name);
      return [
        diagnose(bootstrapMissing, {
          message:
            elsewhere === undefined
              ? `Secret "${name}" is missing in namespace "${namespace}"`
              : `Secret "${name}" is in namespace "${elsewhere.namespace}", and is wanted in "${namespace}"`,
          at,
          notes,
          fix: `bring it before Flux runs: fluxspan bootstrap ${cluster} writes the script`,
        }),
      ];
    }
    return keys
      .filter((key) => !there.keys.includes(key))
      .map((key) => {
        const near = nearest(key, there.keys);
        return diagnose(bootstrapKey, {
          message: `Secret "${name}" in namespace "${namespace}" has no key "${key}"`,
          at,
          notes,
          fix:
            near === undefined
              ? `add it; the Secret has ${there.keys.length === 0 ? 'no keys' : listNames(there.keys.map((one) => `"${one}"`))}`
              : `rename its key "${near}"`,
        });
      });
  });

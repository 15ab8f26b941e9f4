import { parseObjects } from '../../applied/parse-objects.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { rootLost, rootSourceChanged } from '../root/diagnostics.js';

/**
 * Describes what a change of the generated FluxInstance does to the root that Flux Operator makes from `sync`. The
 * operator deletes a root that the instance no longer describes, and that root deletes all that it has applied.
 * https://fluxoperator.dev/docs/crd/fluxinstance/
 *
 * @param file the path to print
 * @param old what Flux has
 * @param planned what Flux will have
 */
export const instanceChanges = (file: string, old: string | undefined, planned: string): readonly Diagnostic[] => {
  const before = syncOf(old);
  const after = syncOf(planned);
  if (before === undefined) return [];
  const root = nameOf(before);
  if (after === undefined || nameOf(after) !== root) {
    return [
      diagnose(rootLost, {
        message: `Flux Operator would delete Kustomization "${root}", Flux's root, and that deletes everything that it has applied: the FluxInstance ${after === undefined ? 'loses its sync' : `calls it "${nameOf(after)}"`}`,
        at: { file, path: 'spec.sync' },
        fix: `keep flux.operator.sync${after === undefined ? '' : ` without another name`}; to let others make the root, set prune: false on it first, in a change of its own`,
      }),
    ];
  }
  const words = ['kind', 'url', 'ref'].flatMap((field) =>
    before[field] === after[field] ? [] : [`${field} "${before[field]}" → "${after[field]}"`],
  );
  if (words.length === 0) return [];
  return [
    diagnose(rootSourceChanged, {
      message: `Kustomization "${root}", Flux's root, would read another source: ${words.join(', ')}. Flux deletes what it doesn't find there of all that it has applied, and that isn't seen here`,
      at: { file, path: 'spec.sync' },
      fix: "compare the files there with this repository's before you merge",
    }),
  ];
};

const nameOf = ({ name }: JsonObject): string => (typeof name === 'string' && name !== '' ? name : 'flux-system');

const syncOf = (text: string | undefined): JsonObject | undefined => {
  if (text === undefined) return undefined;
  try {
    const spec = parseObjects(text).find(({ kind }) => kind === 'FluxInstance')?.['spec'];
    const sync = isObject(spec) ? spec['sync'] : undefined;
    return isObject(sync) ? sync : undefined;
  } catch {
    // Another diagnostic reports an edited file.
    return undefined;
  }
};

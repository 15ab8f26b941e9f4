import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { objectRule, objectSchema } from '../rules/diagnostics.js';
import { misnamed } from '../rules/flux/reference.js';
import { codesOf } from './codes-of.js';
import { lostNamespace } from './diagnostics.js';

/** Titles of what files of a folder declare that doesn't build: its patches may change names and namespaces. */
export const unbuiltObjects = ({ notSeen, owners }: FluxView): ReadonlySet<string> =>
  new Set(
    notSeen.flatMap(({ cause, owner }) =>
      cause === 'unbuilt' ? (owners.get(owner)?.objects ?? []).map(({ id }) => `${id.kind}/${id.name}`) : [],
    ),
  );

const OF_NAMES = codesOf(misnamed, lostNamespace, objectRule);

/** What is said of names and of values there is a notice, and what is missing may come from kustomize. */
export const unlessUnbuilt = (found: Diagnostic | undefined, unbuilt: ReadonlySet<string>): Diagnostic | undefined =>
  found !== undefined &&
  (OF_NAMES.has(found.code) || (found.code === objectSchema.code && found.message.endsWith(' is required'))) &&
  unbuilt.has(found.at.object ?? '')
    ? { ...found, severity: 'notice' }
    : found;

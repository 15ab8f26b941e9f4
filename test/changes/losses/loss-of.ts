import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { keyOf, tryReadId } from '../../../src/applied/object-id.js';
import { tryFindLoss } from '../../../src/changes/losses/find-loss.js';
import type { JsonObject } from '../../../src/json/json-value.js';

export type Annotations = Readonly<Record<string, string>>;

export const kustomization = (commonAnnotations: Annotations = {}, settings: JsonObject = {}): StateEntry => ({
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true, commonMetadata: { annotations: commonAnnotations }, ...settings },
  },
  owner: ROOT,
  path: 'clusters/dev/a.yaml',
});
export const entry = (json: JsonObject): StateEntry => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' });
/** What the deletion of an object destroys, and the setting that would keep it. */
export const lossOf = (
  json: JsonObject,
  around: readonly JsonObject[] = [],
  commonAnnotations: Annotations = {},
  protectedKinds: Parameters<typeof makeState>[2] = {},
) => {
  const entries = [kustomization(commonAnnotations), entry(json), ...around.map(entry)];
  const state = makeState(entries, () => true, protectedKinds);
  return tryFindLoss(state.objects.get(keyOf(tryReadId(json)!))!, state);
};

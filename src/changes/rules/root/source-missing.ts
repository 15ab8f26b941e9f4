import { type ClusterState, isFluxKustomization, type OwnedObject } from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf } from '../../../applied/object-id.js';
import { sourceOf } from '../../../applied/view/build-owner.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { mayBringKind } from '../../../flux/resource-sets/may-make.js';
import { isListed } from '../../../rules/references/external.js';
import { defineChangeRule } from '../../change-rule.js';
import { danglingReference } from '../../diagnostics.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';
import { hidesObjects } from '../../views/whole-states.js';

const sourceMissing = defineDiagnostic({
  code: 'FX551',
  name: 'source-missing',
  severity: 'error',
  summary: "The addons' Kustomizations read a source that nothing makes; Flux's root reads another one.",
  page: {
    example:
      'flux bootstrap under another name, gotk-sync.yaml with GitRepository/fleet, and new FluxApp() without source',
    flux: "Source artifact not found, retrying in 30s: GitRepository 'flux-system/flux-system' not found",
    right: "new FluxApp({ source: { kind: 'GitRepository', name: 'fleet', namespace: 'flux-system' } })",
  },
});

/**
 * Checks the source of Flux's root and the source of the app, which the addons' Kustomizations read: whether the change
 * deletes it while a Kustomization reads it, and whether it exists at all.
 */
export const sourceMissingRule = defineChangeRule([danglingReference, sourceMissing], (context, report) => {
  const { after, view } = context;
  if (view === undefined || view.after.running.isGone) return;
  const { app, cluster } = context.compiled;
  const { deleted } = context.changes;
  const { running, notSeen } = view.after;
  const [root, ofRoot] = objectsOfRoot(running);
  const { kind, name, namespace } = app.source;
  const ofApp = { ...ofRoot, kind, name, namespace };
  const isThere = (id: ObjectId): boolean =>
    after.objects.has(keyOf(id)) ||
    (running.sync !== undefined && keyOf(id) === keyOf(ofRoot)) ||
    cluster.externalObjects.some((one) => isListed(one, id));
  const readersOf = (id: ObjectId): readonly OwnedObject[] =>
    [...after.objects.values()].filter((one) => isFluxKustomization(one.id) && reads(one, id));
  const missing = [...new Map([ofRoot, ofApp].map((id) => [keyOf(id), id])).values()].filter((id) => !isThere(id));
  const problems = missing.flatMap((id) => {
    const readers = readersOf(id);
    const isOfRoot = keyOf(id) === keyOf(ofRoot);
    if (readers.length === 0 && !isOfRoot) return [];
    const deletion = deleted.find(({ object }) => object.key === keyOf(id));
    const first = isOfRoot ? root : readers[0]!.id;
    const others = readers.filter((one) => keyOf(one.id) !== keyOf(first)).length;
    const reader = `${titleOf(first)}${isOfRoot ? ", Flux's root," : ''}${others === 0 ? '' : ` and ${others} more`}`;
    const read = others === 0 ? 'reads' : 'read';
    const at = { cluster: cluster.name, object: titleOf(id) };
    if (deletion !== undefined) {
      const [{ path }] = deletion.object.holdings;
      return [
        diagnose(danglingReference, {
          message: `${titleOf(id)} is removed, and ${reader} still ${read} it: no commit reaches ${isOfRoot ? 'the cluster' : others === 0 ? 'it' : 'them'} any more`,
          at: { ...at, ...(path === '' ? {} : { file: path }) },
          fix: isOfRoot
            ? `keep it in "${path}"`
            : `keep it in "${path}" until the app reads another: ${inCode(ofRoot)}`,
        }),
      ];
    }
    // Sources may be created by hand, or by another root. If the root's own source can be seen, the app's should be
    // too.
    if (!isThere(ofRoot) || mayBeMade(after, id)) return [];
    const isHidden = notSeen.some(hidesObjects);
    return [
      diagnose(sourceMissing, {
        message: `${reader} ${read} ${titleOf(id)}, the source of the app, and nothing that ${isHidden ? 'is seen of what Flux reads' : 'Flux reads'} makes it: Flux's root reads ${titleOf(ofRoot)}`,
        at,
        // An unseen owner may make it.
        ...(isHidden ? { severity: 'warning' as const } : {}),
        fix: `${inCode(ofRoot)}; if others make that source, list it in the cluster's options: external: [{ kind: '${kind}', name: '${name}', namespace: '${namespace}' }]`,
      }),
    ];
  });
  for (const problem of problems) report(problem);
});

/** Whether a ResourceSet that isn't followed may make it. */
const mayBeMade = ({ owners }: ClusterState, { kind }: ObjectId): boolean =>
  [...owners.values()].some(({ set }) => set !== undefined && mayBringKind(set.open, kind));

const reads = ({ id, holdings: [{ json }] }: OwnedObject, source: ObjectId): boolean =>
  keyOf({ ...source, ...sourceOf(json, id.namespace) }) === keyOf(source);

const inCode = ({ kind, name, namespace }: ObjectId): string =>
  `new FluxApp({ source: { kind: '${kind}', name: '${name}', namespace: '${namespace}' } })`;

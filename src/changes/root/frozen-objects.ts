import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import { keyOf, titleOf, tryReadId } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import { sourceOf } from '../../applied/view/build-owner.js';
import { isKnown } from '../../applied/view/cluster-views.js';
import type { FluxObject } from '../../applied/view/flux-view.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { metadataOf, specOf } from '../../json/manifest-fields.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { rootBreaksOrder } from './diagnostics.js';
import { placeOfChange } from './patch-place.js';
import type { RootBuild } from './root-build.js';

/**
 * Reports generated objects that Flux no longer applies, because its root marks them, or because the root or its source
 * is suspended.
 */
export const frozenObjects = (
  { cluster, layout, objects }: Pick<ClusterPlan, 'cluster' | 'layout' | 'objects'>,
  build: RootBuild,
): readonly Diagnostic[] => {
  const { root, isOwn } = build;
  const spec = specOf(root.json);
  const ofRoot = isObject(spec['commonMetadata']) ? markIn(spec['commonMetadata'] as JsonObject) : undefined;
  const isSuspended = spec['suspend'] === true;
  if (isSuspended || ofRoot !== undefined) {
    const does = isSuspended ? 'is suspended' : `has commonMetadata with ${ofRoot}`;
    return [
      diagnose(rootBreaksOrder, {
        message: `Kustomization "${ownerName(root.key)}", Flux's root, ${does}: Flux applies nothing of what synth generates`,
        at: {
          cluster,
          ...(root.file === undefined ? {} : { file: root.file }),
          path: isSuspended ? 'spec.suspend' : 'spec.commonMetadata',
        },
        fix: `take ${isSuspended ? 'suspend' : 'it'} out before you count on a change of the cluster`,
      }),
    ];
  }
  if (!isKnown(root)) return [];
  const suspended = suspendedSources(objects, build).map(({ id, path }) =>
    diagnose(rootBreaksOrder, {
      message: `${titleOf(id)} is suspended: Flux fetches no commit for what reads it, ${keyOf(id) === sourceKeyOf(root.key, root.json) ? "Flux's root" : 'addons'} included, and so this change is the last that reaches the cluster, or none`,
      at: { cluster, object: titleOf(id), ...(path === '' ? {} : { file: path }), path: 'spec.suspend' },
      fix: 'take suspend out before you count on a change of the cluster; to stop Flux for a while, use flux suspend source, which leaves git as it is',
    }),
  );
  if (suspended.length > 0) return suspended;
  const built = new Map(root.objects.filter(({ path }) => isOwn(path)).map((one) => [keyOf(one.id), one]));
  return objects.flatMap(({ object, json, path }) => {
    const id = layout.isInFolder(path) ? tryReadId(json) : undefined;
    const found = id === undefined ? undefined : built.get(keyOf(id));
    const mark = found === undefined ? undefined : markIn(metadataOf(found.json));
    if (id === undefined || mark === undefined || markIn(metadataOf(json)) !== undefined) return [];
    const [name] = mark.split(':');
    const { at, what } = placeOfChange(build, {
      id,
      words: [new RegExp(name!.split('/')[1]!)],
      fields: ['commonAnnotations', 'commonLabels', 'labels', 'transformers', 'replacements'],
    });
    return [
      diagnose(rootBreaksOrder, {
        message: `Flux's root marks ${titleOf(id)} with ${mark}, so Flux neither creates nor changes it`,
        at: { cluster, addon: object.addon, object: object.title, ...at },
        fix: `give ${what.replace(/^a /, 'the ')} a target that leaves ${titleOf(id)} out`,
      }),
    ];
  });
};

/** Sources that the root applies with `suspend: true` and that the root itself or the addons' Kustomizations read. */
const suspendedSources = (
  objects: ClusterPlan['objects'],
  { root }: Pick<RootBuild, 'root'>,
): readonly FluxObject[] => {
  const read = new Set([
    sourceKeyOf(root.key, root.json),
    ...objects.flatMap(({ json }) => {
      const id = tryReadId(json);
      return id !== undefined && isFluxKustomization(id) ? [sourceKeyOf(ownerKey(id), json)] : [];
    }),
  ]);
  return root.objects.filter(({ id, json }) => specOf(json)['suspend'] === true && read.has(keyOf(id)));
};

const sourceKeyOf = (key: string, json: JsonObject): string =>
  keyOf({ group: 'source.toolkit.fluxcd.io', ...sourceOf(json, parseOwnerKey(key).namespace) });

const GROUP = 'kustomize.toolkit.fluxcd.io';

/**
 * Marks that make Flux skip an object.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 */
const MARKS: readonly (readonly [string, string])[] = [
  [`${GROUP}/reconcile`, 'disabled'],
  [`${GROUP}/ssa`, 'ignore'],
];

const markIn = ({ annotations, labels }: JsonObject): string | undefined => {
  for (const [name, value] of MARKS) {
    for (const marks of [annotations, labels]) {
      const found = isObject(marks) ? marks[name] : undefined;
      if (typeof found === 'string' && found.toLowerCase() === value) return `${name}: ${found}`;
    }
  }
  return undefined;
};

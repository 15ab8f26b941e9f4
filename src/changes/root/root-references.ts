import { isFluxKustomization } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../declared/external-kustomization.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { escapePattern } from '../../json/escape-pattern.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { openNamed } from '../../rules/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { dependenciesIn } from './dependencies.js';
import { rootReference } from './diagnostics.js';
import { placeOfChange } from './patch-place.js';
import type { OwnKustomization, RootBuild } from './root-build.js';
import { postBuildOf } from './vars-of-root.js';

/** An object that a Kustomization names. */
interface Named {
  readonly kind: 'ConfigMap' | 'Secret' | 'ServiceAccount';
  readonly name: string;
  /** `spec.decryption.secretRef` */
  readonly path: string;
}

/** Reports objects that the root's patches make the addons' Kustomizations name, and that don't exist. */
export const rootReferences = (
  compiled: CompiledCluster,
  all: readonly OwnKustomization[],
  build: RootBuild,
  { before, after }: Pick<ClusterViews, 'before' | 'after'>,
): readonly Diagnostic[] => [
  ...all.flatMap((own) => missingDependencies(compiled, own, build, after)),
  ...unseenObjects(compiled, all, build, { before, after }),
];

/** Flux doesn't reconcile a Kustomization with a missing dependency. */
const missingDependencies = (
  { cluster, addons }: CompiledCluster,
  own: OwnKustomization,
  build: RootBuild,
  after: FluxView,
): readonly Diagnostic[] => {
  const had = dependenciesIn(own.written, own.id.namespace);
  const added = [...dependenciesIn(own.applied.json, own.id.namespace)].filter((key) => !had.has(key));
  // What is known takes long to collect, and for most Kustomizations nothing asks for it.
  if (added.length === 0) return [];
  const addonKeys = addons.map(({ built }) => `${built.kustomizationNamespace}/${built.name}`);
  const known = new Set([...after.owners.keys(), ...addonKeys, ...cluster.externals.map(externalKey)]);
  const hidden = after.notSeen.find(({ cause }) => cause !== 'var');
  return added.flatMap((key) => {
    if (known.has(key) || holdsExpression(key)) return [];
    const { at, what } = placeOfChange(build, {
      id: own.id,
      words: [new RegExp(`\\b${escapePattern(parseOwnerKey(key).name)}\\b`), /\bdependsOn\b/],
      fields: ['transformers', 'replacements'],
    });
    const names = [...known].filter((one) => one !== own.key);
    return [
      diagnose(rootReference, {
        message: `Flux's root lets ${own.title} depend on Kustomization "${key}", which ${hidden === undefined ? 'nothing that it reads has' : 'is in no file that is read here'}: Flux applies nothing of addon "${own.addon.built.name}"`,
        at: { cluster: cluster.name, addon: own.addon.built.name, object: own.object.title, ...at },
        ...(hidden === undefined ? {} : { severity: 'notice' }),
        notes: [
          `Flux reports: dependency '${key}' not found`,
          ...(hidden === undefined ? [] : [`${hidden.what} isn't read, and may hold it: ${hidden.reason}`]),
        ],
        fix: `correct the name in ${what.replace(/^a /, 'the ')}, or give it a target that leaves ${own.title} out; ${suggest(key, names)}`,
      }),
    ];
  });
};

/** Reports names that this change adds. The rule on references checks the names in hand-written objects. */
const unseenObjects = (
  compiled: CompiledCluster,
  all: readonly OwnKustomization[],
  build: RootBuild,
  { before, after }: Pick<ClusterViews, 'before' | 'after'>,
): readonly Diagnostic[] => {
  const isHere = openNamed(compiled);
  const seen = new Set(
    [...after.owners.values()].flatMap(({ objects, sets }) =>
      [...objects, ...sets.objects].filter(({ id }) => id.group === '').map(({ id }) => titleOf(id)),
    ),
  );
  // Objects that Flux already uses exist, wherever they come from.
  const proven = new Set(
    [...before.owners.values()].flatMap(({ key, json, objects }) => [
      ...titlesIn(json, parseOwnerKey(key).namespace),
      ...objects
        .filter(({ id }) => isFluxKustomization(id))
        .flatMap(({ id, json: one }) => titlesIn(one, id.namespace)),
    ]),
  );
  const told = new Set<string>();
  const unseen = (json: JsonObject, namespace: string, had: ReadonlySet<string>) =>
    namedIn(json).flatMap((one) => {
      const { kind, name } = one;
      const title = titleOf({ group: '', kind, namespace, name });
      if (had.has(title) || proven.has(title) || seen.has(title) || told.has(title) || holdsExpression(name)) return [];
      if (isHere({ group: '', kind, namespace, name })) return [];
      told.add(title);
      return [{ ...one, title, namespace }];
    });
  const now = build.root;
  const ofRoot = unseen(now.json, parseOwnerKey(now.key).namespace, new Set()).map((one) => ({
    one,
    reader: `Kustomization "${ownerName(now.key)}", Flux's root, reads`,
    at: { cluster: compiled.cluster.name, ...(now.file === undefined ? {} : { file: now.file }), path: one.path },
  }));
  const ofAddons = all.flatMap((own) =>
    unseen(own.applied.json, own.id.namespace, new Set(titlesIn(own.written, own.id.namespace))).map((one) => {
      const { at } = placeOfChange(build, {
        id: own.id,
        words: [new RegExp(`\\b${escapePattern(one.name)}\\b`), new RegExp(one.path.split('.').at(-1)!)],
        fields: ['transformers', 'replacements'],
      });
      const place = { cluster: compiled.cluster.name, addon: own.addon.built.name, object: own.object.title, ...at };
      return { one, reader: `Flux's root lets ${own.title} read`, at: place };
    }),
  );
  return [...ofRoot, ...ofAddons].map(({ one: { kind, name, namespace, title }, reader, at }) =>
    diagnose(rootReference, {
      message: `${reader} ${title}, which is in nothing that is read here`,
      at,
      severity: 'notice',
      notes: ['without it, Flux applies nothing of the Kustomizations that name it'],
      fix: `check that it is in the cluster before you merge this: kubectl -n ${namespace} get ${kind.toLowerCase()} ${name}`,
    }),
  );
};

const titlesIn = (json: JsonObject, namespace: string): readonly string[] =>
  namedIn(json).map(({ kind, name }) => titleOf({ group: '', kind, namespace, name }));

/** The objects in its own namespace that a Kustomization needs to work. */
const namedIn = (json: JsonObject): readonly Named[] => {
  const spec = specOf(json);
  const found: Named[] = [];
  const add = (kind: Named['kind'], name: unknown, path: string): void => {
    if (typeof name === 'string' && name !== '') found.push({ kind, name, path });
  };
  const nameIn = (value: unknown): unknown => (isObject(value) ? value['name'] : undefined);
  const { decryption, kubeConfig, serviceAccountName } = spec;
  if (isObject(decryption)) add('Secret', nameIn(decryption['secretRef']), 'spec.decryption.secretRef');
  if (isObject(kubeConfig)) {
    add('Secret', nameIn(kubeConfig['secretRef']), 'spec.kubeConfig.secretRef');
    add('ConfigMap', nameIn(kubeConfig['configMapRef']), 'spec.kubeConfig.configMapRef');
  } else add('ServiceAccount', serviceAccountName, 'spec.serviceAccountName');
  for (const { kind, name, isOptional } of postBuildOf(json)?.from ?? [])
    if (!isOptional && (kind === 'ConfigMap' || kind === 'Secret')) add(kind, name, 'spec.postBuild.substituteFrom');
  return found;
};

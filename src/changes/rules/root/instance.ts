import { type ClusterState, isFluxKustomization, isWritten, type OwnedObject } from '../../../applied/cluster-state.js';
import { keyOf, titleOf } from '../../../applied/object-id.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { AnyFluxCluster } from '../../../declared/declared-cluster.js';
import { type Diagnostic, defineDiagnostic, diagnose, nameSome } from '../../../diagnostics/index.js';
import { componentOf } from '../../../flux/components.js';
import { labelsOf } from '../../../flux/watch-labels.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule } from '../../change-rule.js';
import { foreignOwner } from '../../diagnostics.js';
import { isFluxInstance, isLeftAlone } from '../../root/installed-controllers.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';
import { sourceWords } from '../../root/source-words.js';

const shardMissing = defineDiagnostic({
  code: 'FX552',
  name: 'shard-missing',
  severity: 'warning',
  summary:
    "A Flux object has the label of a shard that the FluxInstance doesn't have: no controller reconciles it. Right only if you run controllers for that label elsewhere.",
  page: {
    example:
      'spec.sharding.shards: [shard1] of FluxInstance/flux, and a Kustomization with sharding.fluxcd.io/key: shard2',
    flux: 'nothing: the object never gets a status',
    right: 'shards: [shard1, shard2]; or sharding.fluxcd.io/key: shard1',
  },
});

const instanceLockdown = defineDiagnostic({
  code: 'FX553',
  name: 'instance-lockdown',
  severity: 'warning',
  summary:
    "A FluxInstance has `multitenant: true`, and the cluster's code doesn't declare what follows: no references to other namespaces, and a service account for every object that names none.",
  page: {
    example:
      'spec.cluster.multitenant: true of FluxInstance/flux, and new FluxCluster(app, "dev") without flux settings',
    flux: "can't access 'GitRepository/flux-system/web', cross-namespace references have been blocked; or: ConfigMap/web dry-run failed (Forbidden)",
    right: "flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default' }",
  },
});

interface States {
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** A message names this many objects, then counts the rest. */
const NAMED = 4;

/** Compares what a FluxInstance makes with the other objects of Flux. */
export const instanceRule = defineChangeRule([shardMissing, instanceLockdown, foreignOwner], (context, report) => {
  const { view } = context;
  const { cluster } = context.compiled;
  const states: States = { before: context.before, after: context.after };
  const instances = [...states.after.objects.values()].filter(
    ({ id, holdings: [{ json }] }) => isFluxInstance(id) && !isLeftAlone(json),
  );
  const problems = [
    ...secondInstance(cluster.name, instances, states),
    ...instances.flatMap((one) => [
      ...shardProblems(cluster.name, one, states.after),
      ...lockdownProblems(cluster, one, states.after),
    ]),
    ...(view === undefined ? [] : ignoredObjects(cluster.name, states, view)),
  ];
  for (const problem of problems) report(problem);
});

const fileOf = ({ holdings: [{ path }] }: OwnedObject) => (path === '' ? {} : { file: path });

/** Reports a second FluxInstance: each one installs Flux's CRDs, and uninstalls them when it's deleted. */
const secondInstance = (
  cluster: string,
  instances: readonly OwnedObject[],
  { before }: States,
): readonly Diagnostic[] => {
  if (instances.length < 2) return [];
  const added = instances.find(({ key }) => !before.objects.has(key)) ?? instances[1]!;
  const isNew = !before.objects.has(added.key);
  const other = instances.find((one) => one !== added)!;
  return [
    diagnose(foreignOwner, {
      message: `${titleOf(added.id)} is a second FluxInstance beside ${titleOf(other.id)}: Flux Operator makes Flux's CRDs for both, and when one of them is removed, it deletes these CRDs with every object of them in the cluster`,
      at: { cluster, object: titleOf(added.id), ...fileOf(added) },
      ...(isNew ? {} : { severity: 'warning' }),
      fix: `keep one FluxInstance in the cluster${isNew ? `: take out ${titleOf(added.id)}` : ''}; controllers for some objects alone are shards: spec.sharding`,
    }),
  ];
};

/**
 * Reports objects labelled with a shard that the FluxInstance doesn't make. Without shards, the label has no effect.
 */
const shardProblems = (cluster: string, instance: OwnedObject, { objects }: ClusterState): readonly Diagnostic[] => {
  const { sharding } = specOf(instance.holdings[0].json);
  if (!isObject(sharding) || !Array.isArray(sharding['shards'])) return [];
  const shards: readonly unknown[] = sharding['shards'];
  const key = typeof sharding['key'] === 'string' ? sharding['key'] : 'sharding.fluxcd.io/key';
  const lost = new Map<string, string[]>();
  for (const { id, holdings } of objects.values()) {
    const value = isSharded(componentOf(id.group, id.kind)) ? labelsOf(holdings[0].json)[key] : undefined;
    if (typeof value !== 'string' || shards.includes(value) || holdsExpression(value)) continue;
    lost.set(value, [...(lost.get(value) ?? []), titleOf(id)]);
  }
  return [...lost].map(([value, titles]) =>
    diagnose(shardMissing, {
      message: `nothing reconciles ${nameSome(titles.sort(), NAMED)}, with ${key}: ${value}: ${titleOf(instance.id)} has no such shard, and its other controllers pass it by`,
      at: { cluster, object: titles[0]!, ...fileOf(instance) },
      fix: `add '${value}' to spec.sharding.shards of the FluxInstance, or take the label out; its shards are ${shards.map((one) => `'${one}'`).join(', ')}`,
    }),
  );
};

/** The Flux Operator never shards notification-controller, and source-watcher only since Flux 2.9. */
const isSharded = (component: ReturnType<typeof componentOf>): boolean =>
  component !== undefined && component !== 'notification-controller' && component !== 'source-watcher';

/** Reports Flux's multi-tenancy lockdown if the code doesn't declare it: the rules that depend on it don't run. */
const lockdownProblems = (
  { name, lockdown, fluxSettings }: Pick<AnyFluxCluster, 'name' | 'lockdown' | 'fluxSettings'>,
  instance: OwnedObject,
  { objects }: ClusterState,
): readonly Diagnostic[] => {
  const { cluster } = specOf(instance.holdings[0].json);
  if (!isObject(cluster) || cluster['multitenant'] !== true) return [];
  const given = cluster['tenantDefaultServiceAccount'];
  const account = typeof given === 'string' && given !== '' ? given : 'default';
  const isDeclared = lockdown && fluxSettings?.defaultServiceAccount === account;
  const accounted = [...objects.values()].filter(({ id, holdings }) => {
    const { serviceAccountName, kubeConfig } = specOf(holdings[0].json);
    const isOurs = holdings.some((one) => isWritten(one) && one.isForeign !== true);
    return isOurs && isApplied(id) && serviceAccountName === undefined && kubeConfig === undefined;
  });
  if (isDeclared || (lockdown && accounted.length === 0)) return [];
  const flags = `--no-cross-namespace-refs and --default-service-account=${account}`;
  const titles = accounted.map(({ id }) => titleOf(id)).sort();
  const effect =
    titles.length === 0
      ? 'Flux refuses references to other namespaces'
      : `Flux refuses references to other namespaces, and applies ${nameSome(titles, NAMED)} with the rights of ServiceAccount "${account}" of ${titles.length === 1 ? 'its namespace' : 'their namespaces'}`;
  return [
    diagnose(instanceLockdown, {
      message: `${titleOf(instance.id)} has multitenant: true, which means ${flags}, and the cluster's code doesn't declare that: ${effect}`,
      at: { cluster: name, object: titleOf(instance.id), ...fileOf(instance), path: 'spec.cluster.multitenant' },
      fix: `declare it, so that synth checks the objects by it: flux: { version: '${fluxSettings?.version ?? '2.9'}', noCrossNamespaceRefs: true, defaultServiceAccount: '${account}' }`,
    }),
  ];
};

const isApplied = (id: OwnedObject['id']): boolean =>
  isFluxKustomization(id) || (id.kind === 'HelmRelease' && componentOf(id.group, id.kind) === 'helm-controller');

/**
 * Reports files that declare the root or its source differently from what the Flux Operator makes. The operator marks
 * its objects with `ssa: Ignore`, so Flux skips such a file.
 */
const ignoredObjects = (
  cluster: string,
  { before, after }: States,
  { after: { running } }: Pick<ClusterViews, 'after'>,
): readonly Diagnostic[] => {
  const { sync, declaredBy, json } = running;
  if (sync === undefined || declaredBy === undefined) return [];
  const [root, source] = objectsOfRoot(running);
  return [root, source].flatMap((id) => {
    const found = after.objects.get(keyOf(id));
    if (found === undefined || before.objects.has(found.key)) return [];
    const holding = found.holdings.find((one) => one.isForeign === true);
    if (holding === undefined) return [];
    const words =
      id === root ? rootWords(json, holding.json) : sourceWords(...syncAnd(id.kind, sync, holding.json), () => true);
    if (words.length === 0) return [];
    return [
      diagnose(foreignOwner, {
        message: `${titleOf(id)} would have two owners: Flux Operator makes it from spec.sync of ${titleOf(declaredBy)}, and "${holding.path}" declares it otherwise: ${words.join(', ')}. Flux passes by what Flux Operator has made, so the file has no effect`,
        at: { cluster, object: titleOf(id), ...(holding.path === '' ? {} : { file: holding.path }) },
        fix: `give the ${id.kind} another name; or, to change Flux's own, change spec.sync of ${titleOf(declaredBy)}`,
      }),
    ];
  });
};

const syncAnd = (kind: string, sync: JsonObject, json: JsonObject) =>
  [
    { kind, spec: sync },
    { kind, spec: specOf(json) },
  ] as const;

const rootWords = (made: JsonObject, written: JsonObject): readonly string[] => {
  const [from, to] = [made, written].map((json) => {
    const { path } = specOf(json);
    return typeof path === 'string' ? path.replace(/^(?:\.?\/)+|\/+$/g, '') : '';
  });
  return from === to ? [] : [`path "${from}" → "${to}"`];
};

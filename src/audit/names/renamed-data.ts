import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { makesNothingNamed } from '../../knowledge/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { isFluxGroup, specOf } from '../../rules/context/state-index.js';
import { misnamed } from '../../rules/flux/reference.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { KnownData } from '../known-data.js';
import { objectsOfClusters } from '../terraform/seen-cluster.js';
import type { MadeSecret } from './names-in-values.js';

/** Keys that very many Secrets have: a single one shows nothing. */
const COMMON: ReadonlySet<string> = new Set(
  'token password username user value key apikey api-key tls.crt tls.key ca.crt .dockerconfigjson credentials'.split(
    ' ',
  ),
);

/**
 * The only ConfigMap or Secret of a namespace that pods or releases read and that nothing makes, next to the only one there that
 * nothing names and that has all of the keys: one of the two was renamed.
 */
export const renamedData = (
  state: RuleState,
  { isMade, keysOf }: Pick<KnownData, 'isMade' | 'keysOf'>,
  free: () => readonly MadeSecret[],
  isTold: (one: Diagnostic) => boolean,
): readonly Diagnostic[] => {
  const lost = new Map<string, Map<string, FoundReference[]>>();
  for (const object of objectsOfClusters([{ state }])) {
    if (!isBuiltInGroup(object.group) && !(isFluxGroup(object.group) && object.kind === 'HelmRelease')) continue;
    for (const one of referencesOf(object, state.scopeOf)) {
      const { group, kind, namespace = '', name } = one;
      if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret') || one.isOptional) continue;
      if (holdsExpression(`${namespace} ${name}`) || isMade(kind, namespace, name)) continue;
      const there = lost.get(`${kind}/${namespace}`) ?? new Map<string, FoundReference[]>();
      lost.set(`${kind}/${namespace}`, there.set(name, [...(there.get(name) ?? []), one]));
    }
  }
  return [...lost].flatMap(([place, names]): readonly Diagnostic[] => {
    const [[name, readers] = [], ...more] = [...names];
    const [first] = readers ?? [];
    if (name === undefined || readers === undefined || first === undefined || more.length > 0) return [];
    const [only, ...others] = free().filter((one) => `${one.kind}/${one.namespace}` === place);
    // Another rule tells of kustomize's hash.
    if (only === undefined || others.length > 0 || only.name.startsWith(`${name}-`)) return [];
    const wanted = new Set(
      readers.flatMap(({ parts }) => parts.flatMap(({ of, value }) => (of === 'data' ? [String(value)] : []))),
    );
    const keys = keysOf(only.kind, only.namespace, only.name);
    const isClear = wanted.size > 1 || [...wanted].some((key) => !COMMON.has(key.toLowerCase()));
    if (keys === undefined || !isClear || ![...wanted].every((key) => keys.has(key))) return [];
    const { object, path, kind, namespace = '' } = first;
    const found = diagnose(misnamed, {
      message: `${object.title} names ${kind}/${name} in namespace "${namespace}", which nothing makes`,
      at: placeIn(object, path),
      severity: 'warning',
      notes: [
        `${only.place === undefined ? `"${only.name}" is made there` : `Terraform makes "${only.name}" there (${only.place})`} with ${[
          ...wanted,
        ]
          .sort()
          .map((key) => `"${key}"`)
          .join(', ')}, and nothing names it`,
      ],
      fix: `did you mean "${only.name}"?`,
    });
    return isTold(found) ? [] : [found];
  });
};

/** What a pod or a route names, and what else nothing makes of that kind. */
const isOfKind = ({ group, kind, object }: FoundReference): boolean =>
  group === '' &&
  (kind === 'PersistentVolumeClaim' ||
    (kind === 'Service' && (object.kind === 'Ingress' || object.kind.endsWith('Route'))));

/**
 * The only claim that pods of a namespace name and that nothing makes, next to the only one that nothing names; and the same of
 * the Services of routes, if it has the port.
 */
export const renamedObjects = (state: RuleState, isTold: (one: Diagnostic) => boolean): readonly Diagnostic[] => {
  const objects = objectsOfClusters([{ state }]);
  const references = objects.flatMap((object) => referencesOf(object, state.scopeOf)).filter(isOfKind);
  const keyOf = ({ kind, namespace = '', name }: Pick<FoundReference, 'kind' | 'namespace' | 'name'>): string =>
    `${kind}/${namespace}/${name}`;
  const read = new Set(references.map(keyOf));
  const made = new Map<string, StateObject>(
    objects.flatMap((one) =>
      one.group === '' && (one.kind === 'PersistentVolumeClaim' || one.kind === 'Service') ? [[keyOf(one), one]] : [],
    ),
  );
  // Charts and operators make such objects, too.
  const open = new Set(
    objects.flatMap((one) => {
      const { group, kind, namespace } = one;
      if (kind === 'HelmRelease') return [namespace, specOf(one)['targetNamespace'] ?? namespace];
      return isBuiltInGroup(group) || isFluxGroup(group) || makesNothingNamed(group, kind) ? [] : [namespace];
    }),
  );
  const lost = references.filter(
    (one) =>
      !made.has(keyOf(one)) &&
      !one.isOptional &&
      !holdsExpression(`${one.namespace ?? ''} ${one.name}`) &&
      !open.has(one.namespace),
  );
  const told = new Set<string>();
  return lost.flatMap((one): readonly Diagnostic[] => {
    const { object, kind, namespace = '', name, path, parts } = one;
    const isThere = (other: { readonly kind: string; readonly namespace?: string | undefined }): boolean =>
      other.kind === kind && (other.namespace ?? '') === namespace;
    const [only, ...more] = [...made.values()].filter((other) => isThere(other) && !read.has(keyOf(other)));
    const isAlone = new Set(lost.filter(isThere).map((other) => other.name)).size === 1;
    if (only === undefined || more.length > 0 || !isAlone || told.has(keyOf(one))) return [];
    const ports = objectsOf(specOf(only)['ports']).flatMap(({ name: own, port }) => [own, port]);
    if (kind === 'Service' && !parts.some(({ of, value }) => of === 'ports' && ports.includes(value))) return [];
    told.add(keyOf(one));
    const found = diagnose(misnamed, {
      message: `${object.title} names ${kind}/${name} in namespace "${namespace}", which nothing makes`,
      at: placeIn(object, path),
      severity: 'warning',
      notes: [`"${only.name}" is made there, and nothing names it`],
      fix: `did you mean "${only.name}"?`,
    });
    return isTold(found) ? [] : [found];
  });
};

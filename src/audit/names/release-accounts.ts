import { identityOf } from '../../changes/releases/release-of.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { eachMember } from '../../json/each-member.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { isFluxGroup, specOf } from '../../rules/context/state-index.js';
import { misnamed } from '../../rules/flux/reference.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { MadeObjects } from '../terraform/made-objects.js';
import { objectsOfClusters } from '../terraform/seen-cluster.js';
import { nearness } from './near-names.js';

interface NamedAccount {
  readonly object: StateObject;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
}

interface MadeAccount {
  readonly namespace: string;
  readonly name: string;
  /** What makes it, if it isn't the tree. */
  readonly place?: string;
}

/**
 * ServiceAccounts that nothing makes, next to the only one of their namespace that nothing runs as: those that Flux
 * impersonates, and those that a release names and its chart is told not to make.
 */
export const releaseAccounts = (state: RuleState, { all, openKinds }: MadeObjects): readonly Diagnostic[] => {
  const objects = objectsOfClusters([{ state }]);
  const made: readonly MadeAccount[] = [
    ...objects.flatMap(({ group, kind, namespace = '', name }) =>
      group === '' && kind === 'ServiceAccount' ? [{ namespace, name }] : [],
    ),
    ...all.flatMap(({ group, kind, namespace, name, place }) =>
      group === '' && kind === 'ServiceAccount' && namespace !== undefined ? [{ namespace, name, place }] : [],
    ),
  ];
  if (made.length === 0 || openKinds.has('/ServiceAccount')) return [];
  const inAny = new Set(all.flatMap((one) => (one.kind === 'ServiceAccount' && !one.namespace ? [one.name] : [])));
  const releases = objects.filter(({ kind, group }) => kind === 'HelmRelease' && isFluxGroup(group));
  const isMade = ({ namespace, name }: NamedAccount): boolean =>
    name === 'default' || inAny.has(name) || made.some((one) => one.name === name && one.namespace === namespace);
  const lost = [...releases.flatMap(ofChart), ...objects.flatMap((one) => ofFlux(one, state))].filter(
    (one) => !isMade(one) && !holdsExpression(`${one.namespace} ${one.name}`),
  );
  if (lost.length === 0) return [];
  const used = new Set(objects.flatMap((one) => accountsIn(one.json)));
  return lost.flatMap((one): readonly Diagnostic[] => {
    const { object, namespace, name, path } = one;
    // Another chart may make it, and most call it as their release.
    if (releases.some((other) => other !== object && name.startsWith(other.name))) return [];
    const free = made.filter((other) => other.namespace === namespace && !used.has(other.name));
    const twins = free.filter((other) => nearness(other.name, name) === 'twin');
    const [near, ...more] = [
      ...new Map((twins.length > 0 ? twins : free).map((other) => [other.name, other])).values(),
    ];
    if (near === undefined || more.length > 0) return [];
    return [
      diagnose(misnamed, {
        message: `${object.title} names ServiceAccount/${name} in namespace "${namespace}", which nothing makes`,
        at: placeIn(object, path),
        severity: 'warning',
        notes: [
          near.place === undefined
            ? `"${near.name}" is made there, and nothing runs as it`
            : `Terraform makes "${near.name}" there (${near.place}), and nothing runs as it`,
        ],
        fix: `correct the name; did you mean "${near.name}"?`,
      }),
    ];
  });
};

const ACCOUNT = /serviceaccount(?:name|ref)?$/i;

/** The accounts that a chart is told to use, and not to make. */
const ofChart = (release: StateObject): readonly NamedAccount[] => {
  const { kubeConfig, values } = specOf(release);
  if (kubeConfig !== undefined) return [];
  const { namespace } = identityOf(release.name, release.namespace ?? '', release.json);
  const found: NamedAccount[] = [];
  const made = new Set<unknown>();
  for (const { key, value, path } of eachMember(values, ['spec', 'values'])) {
    if (!/serviceaccount$/i.test(String(key)) || !isObject(value)) continue;
    const { name, create } = value;
    if (typeof name !== 'string' || name === '') continue;
    if (create === false) found.push({ object: release, namespace, name, path: printPath([...path, 'name']) });
    else made.add(name);
  }
  return found.filter(({ name }) => !made.has(name));
};

/** The accounts that Flux impersonates. */
const ofFlux = (object: StateObject, { scopeOf }: RuleState): readonly NamedAccount[] =>
  isFluxGroup(object.group)
    ? referencesOf(object, scopeOf).flatMap(({ kind, group, name, namespace = '', path, isOptional }) =>
        group === '' && kind === 'ServiceAccount' && !isOptional && path === 'spec.serviceAccountName'
          ? [{ object, namespace, name, path }]
          : [],
      )
    : [];

/** All accounts that fields of an object name, whatever they are for. Roles are bound to accounts that nothing runs as, too. */
const accountsIn = (json: StateObject['json']): readonly string[] =>
  [...eachMember(json)].flatMap(({ key, value }) => {
    const name = isObject(value) ? value['name'] : value;
    return ACCOUNT.test(String(key)) && typeof name === 'string' ? [name] : [];
  });

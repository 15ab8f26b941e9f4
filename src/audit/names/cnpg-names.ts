import { identityOf } from '../../changes/releases/release-of.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf, textOf } from '../../json/as-shape.js';
import { eachMember } from '../../json/each-member.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { chartNamesOf } from '../../rules/context/chart-names.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import { misnamed } from '../../rules/flux/reference.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { IsMade } from '../made-data.js';
import { objectsOfClusters } from '../terraform/seen-cluster.js';
import { textsIn } from '../terraform/texts-in.js';
import { namedInValues } from './names-in-values.js';
import { nearness } from './near-names.js';

const CNPG = 'postgresql.cnpg.io';

/** A Secret or Service of a Cluster, by the name of one that isn't there. */
interface LostName {
  readonly object: StateObject;
  readonly path: string;
  readonly kind: 'Secret' | 'Service';
  readonly namespace: string;
  readonly base: string;
  readonly suffix: string;
}

/**
 * What workloads call the Secrets and Services that CloudNativePG makes for a Cluster, where that namespace has just one, of
 * another name, and nothing names what is made for it.
 */
export const cnpgNames = (state: RuleState, isMade: IsMade): readonly Diagnostic[] => {
  const objects = objectsOfClusters([{ state }]);
  const clusters = objects.filter(({ group, kind }) => group === CNPG && kind === 'Cluster');
  if (clusters.length === 0) return [];
  const inNamespace = (namespace: string) => clusters.filter((one) => one.namespace === namespace);
  // Charts make Clusters, too.
  const isOpen = (namespace: string): boolean =>
    objects.some(
      (one) =>
        one.kind === 'HelmRelease' &&
        (one.namespace === namespace || specOf(one)['targetNamespace'] === namespace) &&
        chartNamesOf(one).some((name) => /cluster|postgres|pg/i.test(name)),
    );
  const services = servicesOf(objects);
  let texts: ReadonlySet<string> | undefined;
  /** Whether anything has a name, as a word of a host or alone. */
  const isNamed = (name: string): boolean => {
    texts ??= new Set(objects.flatMap(({ json }) => textsIn(json)).flatMap((text) => text.match(WORD) ?? []));
    return texts.has(name);
  };
  const told = new Set<string>();
  return [...objects.flatMap((one) => secretsIn(one, state, isMade)), ...objects.flatMap(hostsIn)].flatMap(
    ({ object, path, kind, namespace, base, suffix }): readonly Diagnostic[] => {
      const all = inNamespace(namespace);
      const name = `${base}-${suffix}`;
      if (all.some((one) => one.name === base || holdsExpression(one.name)) || services.has(`${namespace}/${name}`))
        return [];
      const [only, ...more] = all;
      const near = all.find((one) => nearness(one.name, base) === 'twin') ?? (more.length === 0 ? only : undefined);
      const key = `${object.title} ${namespace}/${name}`;
      if (near === undefined || isOpen(namespace) || told.has(key)) return [];
      const right = `${near.name}-${suffix}`;
      if (isNamed(right)) return [];
      told.add(key);
      return [
        diagnose(misnamed, {
          message: `${object.title} names ${kind}/${name} in namespace "${namespace}", which nothing makes`,
          at: placeIn(object, path),
          severity: 'warning',
          notes: [`CloudNativePG makes "${right}" for ${near.title}, and nothing names it`],
          fix: `did you mean "${right}"?`,
        }),
      ];
    },
  );
};

const WORD = /[a-z0-9](?:[a-z0-9-]*[a-z0-9])?/g;

/** Services of the tree, and those of poolers and of Clusters under names of their own. */
const servicesOf = (objects: readonly StateObject[]): ReadonlySet<string> =>
  new Set(
    objects.flatMap((object) => {
      const { group, kind, namespace = '', name } = object;
      const own = (group === '' && kind === 'Service') || (group === CNPG && kind === 'Pooler') ? [name] : [];
      const more =
        group === CNPG && kind === 'Cluster'
          ? objectsOf(valueAt(specOf(object), ['managed', 'services', 'additional'])).flatMap(
              (one) => textOf(valueAt(one, ['serviceTemplate', 'metadata', 'name'])) ?? [],
            )
          : [];
      return [...own, ...more].map((one) => `${namespace}/${one}`);
    }),
  );

const SECRET = /^([a-z0-9][a-z0-9.-]*)-(app|superuser|ca|server|replication)$/;

const secretsIn = (object: StateObject, { scopeOf }: RuleState, isMade: IsMade): readonly LostName[] => {
  const named =
    object.kind === 'HelmRelease'
      ? namedInValues(object)
      : referencesOf(object, scopeOf).map(({ kind, namespace = '', name, path, isOptional }) => ({
          kind: isOptional ? '' : kind,
          namespace,
          name,
          path,
        }));
  return named.flatMap(({ kind, namespace, name, path }): readonly LostName[] => {
    const [, base, suffix] = (kind === 'Secret' ? SECRET.exec(name) : null) ?? [];
    return base === undefined || suffix === undefined || isMade('Secret', namespace, name)
      ? []
      : [{ object, path, kind: 'Secret', namespace, base, suffix }];
  });
};

/** `db-rw`, `db-rw:5432`, `postgres://user@db-rw.web.svc/shop`: a host of a URL, or the whole text. */
const HOST =
  /(?:^|[@/=\s"'])([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)-(rw|ro)(?:\.([a-z0-9-]+)(?:\.svc(?:\.[a-z0-9.-]+)?)?)?(?=$|[:/?\s"',])/g;

const hostsIn = (object: StateObject): readonly LostName[] => {
  const { group, kind, name, namespace = '', json } = object;
  if (group === CNPG || kind === 'CustomResourceDefinition') return [];
  const home = kind === 'HelmRelease' ? identityOf(name, namespace, json).namespace : namespace;
  return [...eachMember(json)].flatMap(({ value, path }): readonly LostName[] =>
    typeof value !== 'string' || path[0] === 'metadata'
      ? []
      : [...value.matchAll(HOST)].map(([, base = '', suffix = '', own]) => ({
          object,
          path: printPath(path),
          kind: 'Service',
          namespace: own ?? home,
          base,
          suffix,
        })),
  );
};

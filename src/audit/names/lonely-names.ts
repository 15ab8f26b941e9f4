import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { textOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { titlesWrittenFor } from '../../rules/context/data-sources.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { misnamed } from '../../rules/flux/reference.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import type { TargetName } from '../../rules/references/index.js';
import { isFluxGroup } from '../../rules/rule.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { IsMade } from '../made-data.js';
import type { MadeObject } from '../terraform/made-object.js';
import type { IsMentioned } from '../terraform/mentions.js';
import { meantSecret } from './meant-secret.js';
import { ANY, type Named, type Near } from './named.js';
import { nearness } from './near-names.js';

/** What makes names outside of the tree. */
export interface MadeOutside {
  readonly isMadeData: IsMade;
  /** What Terraform makes. */
  readonly objects: readonly MadeObject[];
  readonly isMentioned: IsMentioned;
  readonly mayBeMade: MayBeMade;
}

/** Whether a chart, an operator, another repository or Terraform may make an object that nothing shows. */
export type MayBeMade = (target: TargetName, waiting: ReadonlySet<StateObject>) => boolean;

/** So many readers of a name show that it is the right one. */
const FEWEST_READERS = 3;

/** Kinds that people write, and charts and controllers hardly make; and all of Flux. */
const WRITTEN: ReadonlySet<string> = new Set([
  'cert-manager.io/ClusterIssuer',
  'cert-manager.io/Issuer',
  'external-secrets.io/ClusterSecretStore',
  'external-secrets.io/SecretStore',
  'gateway.networking.k8s.io/Gateway',
  'gateway.networking.k8s.io/GatewayClass',
  'karpenter.k8s.aws/EC2NodeClass',
]);

/** Names that Kubernetes and controllers give. */
const GIVEN = /^(?:default$|system:|cluster-admin$|admin$|edit$|view$|kube-|sh\.helm\.)/;

const isWritten = ({ group, kind }: Pick<Named, 'group' | 'kind'>): boolean =>
  isFluxGroup(group) || WRITTEN.has(`${group}/${kind}`);

/**
 * Names that nothing makes, next to a name that looks like them: one that is made and that nothing reads, or one that
 * all others read. Somebody renamed one side, or misspelt it. Of kinds that charts and controllers make, too, it is only
 * advice.
 *
 * @param isTold whether another finding is at a place already
 */
export const lonelyNames = (
  { units, scopeOf, source }: RuleState,
  { isMadeData, objects: outside, isMentioned, mayBeMade }: MadeOutside,
  isTold: (one: Diagnostic) => boolean,
): readonly Diagnostic[] => {
  const objects = units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const names = new Map<string, Named>();
  const at = (group: string, kind: string, namespace: string, name: string): Named => {
    const key = `${group}/${kind}/${namespace}/${name}`;
    const there = names.get(key) ?? { group, kind, namespace, name, isMade: false, readers: [] };
    names.set(key, there);
    return there;
  };
  at('source.toolkit.fluxcd.io', source.kind, source.namespace, source.name).isMade = true;
  for (const object of objects) {
    const { group, kind, namespace = '', name } = object;
    at(group, kind, namespace, name).isMade = true;
    for (const title of titlesWrittenFor(object.json)) {
      const [of = '', written = ''] = title.split('/');
      if (namespace !== '') at('', of, namespace, written).isMade = true;
    }
  }
  /** Kinds of which a reader has a var in the name. */
  const open = new Set<string>();
  for (const object of objects) {
    for (const one of referencesOf(object, scopeOf)) {
      const { group, kind, namespace = '', name, row, isOptional } = one;
      if (holdsExpression(name)) open.add(`${group}/${kind}`);
      if (holdsExpression(name) || holdsExpression(namespace)) continue;
      const named = at(group, kind, namespace, name);
      // Others report values that nothing makes; a name of vars may also be almost that of all others.
      if ((row.isValues !== true || isOfVars(one)) && !isOptional) named.readers.push(one);
      if ((kind === 'Secret' || kind === 'ConfigMap') && isMadeData(kind, namespace, name)) named.isMade = true;
    }
  }
  for (const one of outside) {
    const there = at(one.group, one.kind, one.namespace ?? ANY, one.name);
    there.isUnused ??=
      !there.isMade && there.readers.length === 0 && !open.has(`${one.group}/${one.kind}`) && !isMentioned(one);
    there.outside ??= one;
  }
  const operators = new Map<string, FoundSecretField>();
  for (const object of objects) {
    for (const one of secretFieldsOf(object, scopeOf)) {
      const { namespace } = one;
      const named = at('', 'Secret', namespace, one.name);
      if (isMadeData('Secret', namespace, one.name)) named.isMade = true;
      else if (named.readers.length === 0) operators.set(`${namespace}/${one.name}`, one);
    }
  }
  const alone = new Map<string, number>();
  for (const { object } of operators.values()) {
    const key = `${object.group}/${object.kind}`;
    alone.set(key, (alone.get(key) ?? 0) + 1);
  }
  const groups = new Map<string, Named[]>();
  for (const one of names.values()) {
    const key = `${one.group}/${one.kind}`;
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [one]);
    else there.push(one);
  }
  return [...names.values()].flatMap((one): readonly Diagnostic[] => {
    const operator = one.kind === 'Secret' ? operators.get(`${one.namespace}/${one.name}`) : undefined;
    // Where several objects of a kind name such Secrets, their operator makes them.
    const isAlone = operator !== undefined && alone.get(`${operator.object.group}/${operator.object.kind}`) === 1;
    const isRead = one.readers.length > 0 || isAlone;
    // Names of vars that Terraform knows in parts fit almost any name.
    if (!isRead || one.kind === 'Namespace' || GIVEN.test(one.name) || (one.isMade && !one.readers.every(isOfVars)))
      return [];
    if (one.isMade && objects.some((other) => isSame(other, one))) return [];
    const anywhere = names.get(`${one.group}/${one.kind}/${ANY}/${one.name}`);
    if (one.outside !== undefined || anywhere?.outside !== undefined) return [];
    const found =
      nearOf(one, groups.get(`${one.group}/${one.kind}`)!) ??
      (one.group === '' && one.kind === 'Secret'
        ? meantSecret(one, groups.get('/Secret')!, {
            objects,
            isPlaced:
              operator?.isPlaced === true ||
              (one.readers.length > 0 &&
                one.namespace !== '' &&
                one.readers.every(({ object, namespace }) => object.namespace !== namespace)),
          })
        : undefined);
    if (found === undefined || (one.readers.some(isOfVars) && found.how !== 'twin')) return [];
    const [{ object, path } = operator!] = one.readers;
    const isOnlyHere =
      one.readers.some(isOfTraffic) && !mayBeMade(one, new Set(one.readers.map(({ object: reader }) => reader)));
    const problem = describe(one, found, isOnlyHere, object, path);
    return isTold(problem) ? [] : [problem];
  });
};

const nearOf = (one: Named, all: readonly Named[]): Near | undefined => {
  const inSame = all
    .filter(
      (other) => other !== one && (other.namespace === one.namespace || other.namespace === ANY) && isRight(other, one),
    )
    .flatMap((named) => {
      const how = nearness(named.name, one.name);
      // Charts make many objects of one name with one word more.
      const isWeak = how === 'alike' && !named.isMade && named.isUnused !== true && !isWritten(one);
      return how === undefined || isWeak ? [] : [{ named, how }];
    });
  const twin = inSame.find(({ how }) => how === 'twin');
  if (twin !== undefined) return twin;
  const [alike, ...more] = inSame;
  if (alike !== undefined && more.length === 0) return alike;
  if (!isWritten(one) || one.namespace === '') return undefined;
  const [other, ...others] = all.filter(
    ({ name, namespace, isMade }) => name === one.name && isMade && namespace !== '' && namespace !== ANY,
  );
  return other === undefined || others.length > 0 ? undefined : { named: other, how: 'elsewhere' };
};

/** A made name that nothing reads, here or in Terraform, or one that many read while this one is alone. */
const isRight = (other: Named, { readers, group, kind }: Named): boolean =>
  (other.isMade && other.readers.length === 0) ||
  other.isUnused === true ||
  (other.readers.length >= FEWEST_READERS && readers.length <= 1) ||
  // An operator's Secrets have such names on purpose.
  (other.isMade && readers.length === 1 && !(group === '' && (kind === 'Secret' || kind === 'ConfigMap')));

const isSame = (a: Pick<Named, 'group' | 'kind' | 'name'> & { readonly namespace?: string | undefined }, b: Named) =>
  a.group === b.group && a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === b.namespace;

/** A Kustomization takes vars from it. */
const isOfVars = ({ row, object }: FoundReference): boolean =>
  row.isValues === true && object.kind === 'Kustomization' && isFluxGroup(object.group);

/** Traffic or a pod needs it: nothing else than trees, charts, operators and Terraform makes such Services and accounts. */
const isOfTraffic = ({ group, kind, object, path }: FoundReference): boolean =>
  group === '' &&
  ((kind === 'Service' && (object.kind === 'Ingress' || object.kind.endsWith('Route'))) ||
    (kind === 'ServiceAccount' && path.endsWith('.serviceAccountName') && isBuiltInGroup(object.group)));

interface FoundSecretField {
  readonly object: StateObject;
  readonly path: string;
  readonly namespace: string;
  readonly name: string;
  /** The field itself says in which namespace. */
  readonly isPlaced: boolean;
}

const SECRET_FIELD = /secret(?:ref|name|keyref)?$/i;

/** Secrets that fields of custom resources name, by the words of the fields: nothing else is known of most operators. */
const secretFieldsOf = (object: StateObject, scopeOf: RuleState['scopeOf']): readonly FoundSecretField[] => {
  if (!object.group.includes('.') || object.group.endsWith('.k8s.io') || isFluxGroup(object.group)) return [];
  const known = new Set(referencesOf(object, scopeOf).map(({ path }) => path));
  const found: FoundSecretField[] = [];
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const [at, one] of value.entries()) visit(one, `${path}[${at}]`);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const own = `${path}.${key}`;
      const name = isObject(inner) ? inner['name'] : /name$/i.test(key) ? inner : undefined;
      const given = isObject(inner) ? textOf(inner['namespace']) : undefined;
      const namespace = given ?? object.namespace ?? '';
      if (SECRET_FIELD.test(key) && typeof name === 'string' && name !== '' && !holdsExpression(name + namespace)) {
        const at = isObject(inner) ? `${own}.name` : own;
        if (!known.has(own)) found.push({ object, path: at, namespace, name, isPlaced: given !== undefined });
      } else visit(inner, own);
    }
  };
  visit(object.json['spec'], 'spec');
  return found;
};

const describe = (
  one: Named,
  { named, how }: Near,
  isOnlyHere: boolean,
  object: StateObject,
  path: string,
): Diagnostic => {
  const { kind, name, namespace, readers } = one;
  // Only some references say a namespace.
  const isFixed = kind === 'Secret' && object.namespace === namespace;
  const isDead = named.isMade && named.readers.length === 0;
  const isSure =
    isOnlyHere ||
    how === 'lone' ||
    (kind === 'Secret' && how === 'elsewhere') ||
    // A chart hardly binds its account to a Role of the tree that nothing else binds.
    (kind === 'Role' && isDead) ||
    // A chart brings accounts for its own pods, and none for Flux.
    (kind === 'ServiceAccount' &&
      how === 'twin' &&
      named.isMade &&
      readers.every((one) => isFluxGroup(one.object.group))) ||
    (isWritten(one) && readers[0]?.row.isSoft !== true && (how !== 'alike' || named.readers.length === 0)) ||
    (named.isUnused === true && how === 'twin') ||
    readers.some(isOfVars);
  const outside = named.isUnused === true ? named.outside : undefined;
  const of = namespace === '' ? '' : ` in namespace "${namespace}"`;
  return diagnose(misnamed, {
    message: `${object.title} names ${kind}/${name}${of}, which nothing makes`,
    at: placeIn(object, path),
    severity: isSure ? 'warning' : 'notice',
    notes: [
      how === 'elsewhere'
        ? `"${name}" is made in namespace "${named.namespace}"`
        : outside !== undefined
          ? `Terraform's ${outside.address} (${outside.place}) ${outside.isGiven === true ? 'is given' : 'makes'} "${named.name}", and nothing names it`
          : `${named.isMade ? `"${named.name}" is made` : `"${named.name}" is read`}, and ${named.readers.length === 0 ? 'nothing reads it' : `${named.readers.length} ${named.readers.length === 1 ? 'object reads' : 'objects read'} it`}`,
    ],
    fix:
      how === 'elsewhere'
        ? isFixed
          ? `make it in namespace "${namespace}", where it is looked for`
          : `give the reference the namespace "${named.namespace}"`
        : `correct the name; did you mean "${named.name}"?`,
  });
};

import { FLUX_NAMESPACE } from '../../contract/index.js';
import { type Diagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { misnamed, unknownReference } from '../../rules/flux/reference.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import { isTwin } from '../../rules/references/is-twin.js';
import { isFluxGroup } from '../../rules/rule.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { outsideSecret } from '../diagnostics.js';
import type { IsMade } from '../made-data.js';

interface Named {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly isMade: boolean;
  readonly readers: FoundReference[];
}

const SOURCES = 'source.toolkit.fluxcd.io';

/**
 * Kinds that people, Terraform or charts also make outside of the tree, so that only almost the same name shows what was
 * intended.
 */
const isWanted = ({ group, kind }: Pick<FoundReference, 'group' | 'kind'>): boolean =>
  (group === SOURCES && kind !== 'HelmChart') || KINDS.has(`${group}/${kind}`);

const KINDS: ReadonlySet<string> = new Set([
  '/Secret',
  '/ConfigMap',
  '/ServiceAccount',
  'cert-manager.io/ClusterIssuer',
  'cert-manager.io/Issuer',
  'external-secrets.io/ClusterSecretStore',
  'external-secrets.io/SecretStore',
  'gateway.networking.k8s.io/Gateway',
  'storage.k8s.io/StorageClass',
]);

/** So many readers of a name show that it is the right one. */
const FEWEST_READERS = 2;

/**
 * Names that nothing makes and that hardly anything reads, while almost the same name is made, or is read by several others;
 * and Secrets that Flux itself needs and nothing in the repository makes.
 */
export const nameFindings = (state: RuleState, isMadeData: IsMade): readonly Diagnostic[] => {
  const objects = state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const all = namesIn(state, objects, isMadeData);
  const groups = new Map<string, Named[]>();
  for (const one of all.values()) {
    const key = `${one.group}/${one.kind}/${one.namespace}`;
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [one]);
    else there.push(one);
  }
  return [...all.values()].flatMap((one): readonly Diagnostic[] => {
    if (one.isMade || one.readers.length === 0) return [];
    const near = twinOf(one, groups.get(`${one.group}/${one.kind}/${one.namespace}`)!);
    return near === undefined ? outside(one) : [misspelt(one, near)];
  });
};

const keyOf = ({ group, kind, namespace = '', name }: Pick<FoundReference, 'group' | 'kind' | 'namespace' | 'name'>) =>
  `${group}/${kind}/${namespace}/${name}`;

const namesIn = (state: RuleState, objects: readonly StateObject[], isMadeData: IsMade): ReadonlyMap<string, Named> => {
  const found = new Map<string, Named>();
  // What fetches the cluster's folder is there, whoever made it.
  const source = { group: SOURCES, ...state.source };
  found.set(keyOf(source), { ...source, isMade: true, readers: [] });
  for (const object of objects) {
    const { group, kind, namespace = '', name } = object;
    if (isWanted(object)) found.set(keyOf(object), { group, kind, namespace, name, isMade: true, readers: [] });
  }
  for (const object of objects) {
    for (const one of referencesOf(object, state.scopeOf)) {
      const { group, kind, namespace = '', name, isOptional, row } = one;
      if (!isWanted(one) || isOptional || holdsExpression(name) || holdsExpression(namespace)) continue;
      const key = keyOf(one);
      const isMade = (kind === 'Secret' || kind === 'ConfigMap') && isMadeData(kind, namespace, name);
      const there = found.get(key) ?? { group, kind, namespace, name, isMade, readers: [] };
      found.set(key, there);
      // Others report values that nothing makes.
      if (row.isValues !== true) there.readers.push(one);
    }
  }
  return found;
};

const twinOf = ({ name, readers }: Named, alike: readonly Named[]): Named | undefined =>
  readers.length > FEWEST_READERS
    ? undefined
    : alike.find(
        (one) =>
          isTwin(one.name, name) &&
          (one.isMade || (one.readers.length >= FEWEST_READERS && one.readers.length > readers.length)),
      );

const misspelt = ({ group, kind, namespace, name, readers }: Named, near: Named): Diagnostic => {
  const [first] = readers;
  const { object, path } = first!;
  const others = near.readers.length;
  const title = `${kind}/${name}${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
  return diagnose(group === SOURCES ? unknownReference : misnamed, {
    message: group === SOURCES ? `nothing makes ${title}` : `${object.title} names ${title}, which nothing makes`,
    at: placeIn(object, path),
    ...(group === SOURCES ? {} : { severity: 'warning' as const }),
    notes: [
      near.isMade
        ? `"${near.name}" is made`
        : `${others === 1 ? 'another object reads' : `${others} other objects read`} "${near.name}"`,
    ],
    fix: `correct the name; did you mean "${near.name}"?`,
  });
};

/** A Secret without which Flux itself can't fetch, decrypt or apply. */
const outside = ({ group, kind, namespace, name, readers }: Named): readonly Diagnostic[] => {
  if (group !== '' || kind !== 'Secret') return [];
  const own = readers.filter(
    (one) => isFluxGroup(one.object.group) && one.row.isValues !== true && !isBootstrapped(one),
  );
  const [first, ...more] = own;
  if (first === undefined) return [];
  return [
    diagnose(outsideSecret, {
      message: `${first.object.title} needs Secret/${name} in namespace "${namespace}", which nothing in this repository makes`,
      at: placeIn(first.object, first.path),
      notes:
        more.length === 0
          ? []
          : [
              `so ${more.length === 1 ? 'does' : 'do'} ${nameSome(
                more.map(({ object }) => object.title),
                10,
              )}`,
            ],
      fix: 'bring it before Flux runs, and write down how; or put it into the repository, encrypted',
    }),
  ];
};

/** `flux bootstrap` makes the Secret of its own source. */
const isBootstrapped = ({ object: { file }, name }: FoundReference): boolean =>
  name === FLUX_NAMESPACE || /(?:^|\/)gotk-[^/]+$/.test(file?.path ?? '');

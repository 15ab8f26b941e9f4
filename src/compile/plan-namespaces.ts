import type { Construct } from 'constructs';
import { suppliedVars } from '../addon/supplied-vars.js';
import { labelled, Namespace } from '../constructs/namespace.js';
import { type ContractNamespace, FLUX_NAMESPACE } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { addNamespace } from '../declared/external.js';
import { printUnsaid, type UncreatedNamespace } from '../declared/others-in-base.js';
import { namespaceWithoutCreator } from '../dependencies/diagnostics.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { mayMakeKind } from '../flux/resource-sets/may-make.js';
import { isResourceSet } from '../flux/resource-sets/resource-set.js';
import { fillKnown } from '../substitution/fill-known.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { tenantOf } from '../tenants/tenant-mark.js';
import type { AddonDraft } from './built-cluster.js';
import type { CompiledObject } from './compiled-object.js';
import { namespaceLabels } from './namespace-labels.js';

export interface NamespacePlan {
  /** Each namespace that an object of the cluster is in, with its one creator; by name. */
  readonly all: readonly ContractNamespace[];
  /** By addon: the namespaces for which fluxspan makes the object. */
  readonly createdBy: ReadonlyMap<string, readonly string[]>;
  /** By addon: the namespaces that lie beside its Kustomization, since Kustomizations live there: the root applies both. */
  readonly createdByRoot: ReadonlyMap<string, readonly string[]>;
  /** By namespace: the addon in whose folder it is created. */
  readonly creatorOf: ReadonlyMap<string, string>;
  /** Those that nothing of the code creates. */
  readonly uncreated: readonly UncreatedNamespace[];
  /** By addon: the namespaces that its objects are in. */
  readonly usedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What Kubernetes makes itself. */
const OWN: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);
export const isKubernetesOwn = (name: string): boolean => OWN.has(name);

/** The Namespace of that name, with the labels of the plan. */
export const newNamespace = (scope: Construct, id: string, name: string, all: NamespacePlan['all']): Namespace =>
  new Namespace(scope, id, { name, ...labelled(all.find((one) => one.name === name)?.labels) });

/** The namespace of the release that reads a values document. */
export const namespaceOfRelease = (
  draft: Pick<AddonDraft, 'objects' | 'instance'>,
  release: string,
): string | undefined =>
  draft.objects.find((object) => object.kind === 'HelmRelease' && object.name === release)?.namespace ??
  draft.instance.definition.namespace;

/**
 * Finds the one creator of each namespace: Kubernetes, Flux, whom the cluster says that there is, Terraform where it
 * writes into it, else the first addon that offers itself.
 */
export const planNamespaces = (
  cluster: AnyFluxCluster,
  drafts: readonly AddonDraft[],
  report: (problem: Diagnostic) => void,
): NamespacePlan => {
  const usedBy = new Map<string, Set<string>>();
  const terraforms = new Set<string>();
  /** Namespace objects that an addon's own `build` made. */
  const explicit = new Map<string, string>();
  const offers = new Map<string, string>();
  const tenants = new Set(drafts.filter(({ instance }) => tenantOf(instance) !== undefined).map(({ name }) => name));
  /** By namespace: the first addon whose Kustomization lives there. */
  const lived = new Map<string, string>();
  for (const draft of drafts) {
    const used = new Set<string>();
    const own = draft.instance.definition.namespace;
    if (own !== undefined) used.add(own);
    for (const object of draft.objects) {
      const namespace = object.namespace === undefined ? undefined : tryResolve(object.namespace, draft);
      if (namespace !== undefined) used.add(namespace);
      if (!isNamespace(object)) continue;
      const other = explicit.get(object.name);
      if (other !== undefined && other !== draft.name) {
        // A namespace that a tenant claims is refused as a whole, by a rule.
        const isTenants = [other, draft.name].some((name) => tenants.has(name));
        if (isTenants) continue;
        report(
          diagnose(namespaceWithoutCreator, {
            message: `the namespace "${object.name}" has two creators, addons "${other}" and "${draft.name}"`,
            at: { addon: draft.name, object: `Namespace/${object.name}` },
            fix: 'let one of them make it',
          }),
        );
      } else explicit.set(object.name, draft.name);
    }
    usedBy.set(draft.name, used);
    for (const release of draft.inputs.values.keys()) {
      const namespace = namespaceOfRelease(draft, release);
      if (namespace !== undefined) terraforms.add(namespace);
    }
    if (draft.inputs.vars.size > 0) for (const namespace of cluster.varsNamespaces) terraforms.add(namespace);
    const home = draft.kustomizationNamespace;
    if (!lived.has(home)) lived.set(home, draft.name);
    if (own !== undefined && draft.instance.createNamespace && !offers.has(own)) offers.set(own, draft.name);
  }

  const mayBeMade = drafts.some(({ objects }) =>
    objects.some((one) => isResourceSet(one) && mayMakeKind([JSON.stringify(one.json)], 'Namespace')),
  );
  const names = new Set(
    [...usedBy.values()].flatMap((used) => [...used]).concat([...terraforms], [...explicit.keys()], [...lived.keys()]),
  );
  names.add(FLUX_NAMESPACE);
  const labels = namespaceLabels(drafts.map(({ instance }) => instance));
  const external = new Set(cluster.externalNamespaces);
  const creatorOf = new Map<string, string>();
  const createdBy = new Map<string, string[]>();
  const createdByRoot = new Map<string, string[]>();
  const all: ContractNamespace[] = [];
  const uncreated: UncreatedNamespace[] = [];
  for (const name of [...names].sort()) {
    const made = explicit.get(name);
    const creator: ContractNamespace['creator'] | undefined = isKubernetesOwn(name)
      ? 'kubernetes'
      : name === FLUX_NAMESPACE
        ? 'flux'
        : external.has(name)
          ? 'external'
          : terraforms.has(name)
            ? 'terraform'
            : undefined;
    if (made !== undefined && creator !== undefined && !isThereFirst(creator)) {
      report(
        diagnose(namespaceWithoutCreator, {
          message: `the namespace "${name}" has two creators: ${creator} and addon "${made}"`,
          at: { addon: made, object: `Namespace/${name}` },
          fix: `take the Namespace out of the addon's \`build\`; set \`createNamespace: true\` instead, which yields${creator === 'external' ? `; or take "${name}" out of the cluster's \`external\`` : ''}`,
        }),
      );
    }
    if (creator !== undefined) {
      all.push({ name, creator, ...labelled(labels.get(name)) });
      continue;
    }
    const addon = made ?? offers.get(name);
    if (addon === undefined) {
      const others = [...names].filter((one) => one !== name && (explicit.has(one) || offers.has(one)));
      const tell = withoutCreator(name, drafts, others);
      if (tell !== undefined) uncreated.push({ name, tell, mayBeMade });
      continue;
    }
    all.push({ name, creator: 'addon', addon, ...labelled(labels.get(name)) });
    const dweller = lived.get(name);
    if (dweller !== undefined && made !== undefined) report(createdTooLate(name, dweller, made));
    const by = dweller === undefined ? createdBy : createdByRoot;
    if (made === undefined) by.set(addon, [...(by.get(addon) ?? []), name]);
    // What the root applies is there before any addon's folder.
    if (dweller === undefined || made !== undefined) creatorOf.set(name, addon);
  }
  return { all, createdBy, createdByRoot, creatorOf, uncreated, usedBy };
};

/**
 * Whether a namespace is always there before any addon: an object of its own only labels it, which Kubernetes and Flux
 * leave alone. A change sees whether Flux's own folder applies that Namespace too.
 */
const isThereFirst = (creator: ContractNamespace['creator']): boolean => creator === 'kubernetes' || creator === 'flux';

const isNamespace = ({ kind, apiVersion }: CompiledObject): boolean => kind === 'Namespace' && apiVersion === 'v1';

/** The namespace, with the vars that the addon's own Kustomization sets; undefined where only the cluster knows it. */
const tryResolve = (namespace: string, { settings }: AddonDraft): string | undefined => {
  if (!holdsExpression(namespace)) return namespace;
  const filled = fillKnown(namespace, Object.fromEntries(suppliedVars(settings).inline));
  return holdsExpression(filled) ? undefined : filled;
};

/** A namespace that an addon's folder holds comes after the root has applied the Kustomizations. */
const createdTooLate = (namespace: string, addon: string, creator: string): Diagnostic =>
  diagnose(namespaceWithoutCreator, {
    message: `the Kustomization of addon "${addon}" lives in the namespace "${namespace}", which addon "${creator}" makes only later, in its \`build\``,
    at: { addon, path: 'kustomization.namespace' },
    notes: ['the root applies all Kustomizations at once, before any of them has made anything'],
    fix: `take the Namespace out of the \`build\` of addon "${creator}": with createNamespace: true it lies beside the Kustomization`,
  });

/** How many objects of a namespace a message names. */
const MAX_NAMED = 3;

/** What to say of a namespace that no one creates; nothing where an addon that did not come to its end may create it. */
const withoutCreator = (
  name: string,
  drafts: readonly AddonDraft[],
  others: readonly string[],
): UncreatedNamespace['tell'] | undefined => {
  const objects = drafts.flatMap((draft) =>
    draft.objects.filter(({ namespace }) => namespace !== undefined && tryResolve(namespace, draft) === name),
  );
  const homes = drafts.filter((draft) => draft.instance.definition.namespace === name);
  const readers = drafts.filter((draft) => homes.includes(draft) || objects.some(({ addon }) => addon === draft.name));
  if (readers.some(({ isPartial }) => isPartial)) return undefined;
  const dweller = drafts.find(({ kustomizationNamespace }) => kustomizationNamespace === name);
  const [home] = homes;
  const [first] = objects;
  const near = nearest(name, others);
  const make =
    dweller !== undefined && home === undefined
      ? `give the Kustomization a namespace that is there before, such as that of an addon with createNamespace: true`
      : home === undefined
        ? `make it in the \`build\` of one addon, new Namespace(scope, '${name}', { name: '${name}' })`
        : `set createNamespace: true where addon "${home.name}" is used`;
  const left = objects.length - MAX_NAMED;
  const titles = objects.slice(0, MAX_NAMED).map(({ title, addon }) => `${title} of "${addon}"`);
  const external = addNamespace(name);
  const create = `${near === undefined ? '' : `did you mean "${near}"? else `}${make}`;
  return (there) =>
    diagnose(namespaceWithoutCreator, {
      message:
        there === undefined
          ? `nothing creates the namespace "${name}"`
          : `no addon creates the namespace "${name}", and ${printUnsaid(there, 'applies it')}`,
      at:
        home === undefined && first !== undefined
          ? { addon: first.addon, object: first.title, path: 'metadata.namespace' }
          : readers[0] === undefined
            ? { addon: dweller!.name, path: 'kustomization.namespace' }
            : { addon: readers[0].name, path: 'namespace' },
      notes: titles.length === 0 ? [] : [`in it: ${titles.join(', ')}${left > 0 ? `, and ${left} more` : ''}`],
      fix:
        there === undefined
          ? `${create}, or ${external} if it is there already`
          : `${external}; or, to take it over, ${make}`,
    });
};

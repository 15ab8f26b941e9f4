import { titleOf } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { FluxOwner, FluxView } from '../../../applied/view/flux-view.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import type { CompiledCluster } from '../../../compile/compiled-cluster.js';
import type { AnyFluxCluster } from '../../../declared/declared-cluster.js';
import { parseOwnerKey } from '../../../declared/owner-key.js';
import { type Diagnostic, defineDiagnostic, diagnose, nearest } from '../../../diagnostics/index.js';
import { nameSome } from '../../../diagnostics/list-names.js';
import { flagsOf } from '../../../flux/controller-args.js';
import { unusedInput } from '../../../rules/contract/unused-input.js';
import { isTwin } from '../../../rules/references/is-twin.js';
import { isDisabled } from '../../../substitution/is-disabled.js';
import { findSites } from '../../../substitution/sites.js';
import { SubstitutionError } from '../../../substitution/substitution-error.js';
import { variablesOf } from '../../../substitution/variables-of.js';
import { defineChangeRule } from '../../change-rule.js';
import { isSuspended } from '../../externals/other-kustomizations.js';
import { type HadContract, isVarsOf } from '../../hand-written/contract-of-base.js';
import { openKeys, type RootBuild } from '../../root/root-build.js';
import { type PostBuild, postBuildOf, printSources } from '../../root/vars-of-root.js';

const inputStillRead = defineDiagnostic({
  code: 'FX554',
  name: 'input-still-read',
  severity: 'error',
  summary:
    "A var leaves the contract, but a Kustomization that fluxspan didn't write still reads it from Terraform's ConfigMap. A warning if the file has a default, or if another source may have the var.",
  page: {
    example: 'addon "network" no longer declares TF_VPC_ID, and apps/web/config.yaml has ${TF_VPC_ID}',
    flux: 'variable substitution failed: … variable not set (strict mode): "TF_VPC_ID"; before 2.9 nothing, and the text is empty',
    right: 'keep TF_VPC_ID in infra.vars of an addon until no file reads it',
  },
});

const unknownVar = defineDiagnostic({
  code: 'FX556',
  name: 'unknown-var',
  severity: 'error',
  summary:
    "A file that fluxspan didn't write reads a var that its Kustomization doesn't get: an error if the change adds it and Flux is strict, as from 2.9 on; otherwise a warning, or a notice if it was there before.",
  page: {
    example:
      'apps/web/config.yaml has ${CLUSTER_NAEM}, and postBuild.substitute of Kustomization apps has CLUSTER_NAME',
    flux: 'variable substitution failed: … variable not set (strict mode): "CLUSTER_NAEM"; before 2.9 nothing, and the text is empty',
    right: '${CLUSTER_NAME}; or ${CLUSTER_NAEM:=dev}, with a default',
  },
});

type Compiled = Pick<CompiledCluster, 'cluster' | 'contract' | 'addons'>;

/** How a Kustomization's files read a var. */
interface Use {
  /** Whether each use has a default. */
  readonly isExempt: boolean;
  /** The first object that uses the var without default; otherwise the first one. */
  readonly title: string;
  readonly path: string;
}

/** A hand-written Kustomization, with the vars that its files read and the sources in which Flux finds them. */
interface Reader {
  readonly owner: FluxOwner;
  readonly namespace: string;
  readonly post: PostBuild;
  readonly uses: ReadonlyMap<string, Use>;
  /** Names that certainly have a value. */
  readonly given: ReadonlySet<string>;
  /** Whether some sources can't be seen: they may contain any name. */
  readonly isOpen: boolean;
}

/** Reports vars in hand-written files that Flux won't find. */
export const varsOfOthersRule = defineChangeRule(
  [inputStillRead, unknownVar],
  ({ compiled, hadContract, view }, report) => {
    for (const problem of view === undefined ? [] : varsOfOthers(compiled, hadContract, view)) report(problem);
  },
  { settledBy: ['adoption'] },
);

/**
 * Reports vars in hand-written files that Flux won't find: they leave the contract with the change (FX554), or nothing
 * provides them (FX556).
 *
 * @param had the base's contract, if it differs from the planned one
 */
const varsOfOthers = (
  compiled: Compiled,
  had: HadContract | undefined,
  { before, after, tree, isOwn }: Pick<ClusterViews, 'before' | 'after' | 'tree' | 'isOwn'>,
): readonly Diagnostic[] => {
  const { cluster, contract, addons } = compiled;
  const keysNow = keysIn(compiled, after, had, true);
  const own = new Set(addons.map(({ built }) => `${built.kustomizationNamespace}/${built.name}`));
  const place = ({ owner, uses }: Reader, name: string): Diagnostic['at'] => {
    const path = uses.get(name)!.path || owner.file;
    const { line } = path === undefined ? {} : lineOfText(tree, path, `\${${name}`);
    return {
      cluster: cluster.name,
      ...(path === undefined ? {} : { file: line === undefined ? path : `${path}:${line}` }),
    };
  };
  const strict = isStrict(cluster);
  let read: ReadonlySet<string> | undefined;
  const namesBefore = (): ReadonlySet<string> => {
    read ??= new Set(
      [...before.owners.values()].flatMap((one) => (postBuildOf(one.json) ? [...usesIn(one, isOwn).keys()] : [])),
    );
    return read;
  };
  return [...after.owners.values()].flatMap((owner): readonly Diagnostic[] => {
    const reader = own.has(owner.key) ? undefined : readerOf(owner, keysNow, isOwn);
    if (reader === undefined) return [];
    const { post, uses, given, isOpen, namespace } = reader;
    // Without any existing var, Flux doesn't substitute.
    const isRead = given.size > 0 || isOpen || post.isAlways;
    const missing = [...uses.keys()].filter((name) => !given.has(name));
    if (missing.length === 0) return [];
    // If the ConfigMap itself leaves the contract, the rule on names reports that. The content of other ConfigMaps
    // isn't known.
    const readsContract = post.from.some((one) => {
      const keys =
        had === undefined || !isVarsOf(had, namespace, one) ? undefined : keysNow(one.kind, namespace, one.name);
      return keys !== undefined && (keys.length > 0 || one.isOptional);
    });
    const lost = readsContract ? missing.filter((name) => had!.vars.has(name)) : [];
    const titled = `Kustomization "${ownerName(owner.key, after.root)}"`;
    const found: Diagnostic[] = [];
    if (lost.length > 0) {
      const needed = lost.filter((name) => !uses.get(name)!.isExempt);
      const [first] = [...needed, ...lost] as [string];
      const near = nearest(
        first,
        Object.keys(contract.vars).filter((name) => !had!.vars.has(name)),
      );
      found.push(
        diagnose(inputStillRead, {
          message: `${printVars(lost)} ${lost.length === 1 ? 'leaves' : 'leave'} the contract, and ${titled}, which fluxspan did not write, still reads ${lost.length === 1 ? 'it' : 'them'}: ${isRead ? outcome(needed.length === 0 ? undefined : strict) : 'Flux applies the text as it is'}`,
          at: place(reader, first),
          ...(needed.length === 0 || isOpen || isSuspended(owner) ? { severity: 'warning' } : {}),
          notes: [
            `${uses.get(first)!.title} reads \${${first}}`,
            `the base declares it in addon "${had!.vars.get(first)!.join('" and "')}"`,
            ...(isOpen ? [`what ${printSources(post.from)} have isn't all seen here`] : []),
          ],
          fix: `keep ${lost.join(', ')} in infra.vars of an addon (with except('${unusedInput.code}', { addon, reason }) on the cluster) until no file reads ${lost.length === 1 ? 'it' : 'them'}, or change the file first${near === undefined ? '' : `: \${${near}}`}`,
        }),
      );
    }
    const isLost = new Set(lost);
    const names = missing.filter((name) => !isLost.has(name) && !uses.get(name)!.isExempt);
    if (names.length === 0 || isOpen || !isRead || isSuspended(owner)) return found;
    const old = before.owners.get(owner.key);
    const was = old === undefined ? undefined : readerOf(old, keysIn(compiled, before, had, false), isOwn);
    const isOld = (name: string): boolean => was?.isOpen === false && was.uses.has(name) && !was.given.has(name);
    const hasContract = post.from.some(({ kind, name }) => kind === 'ConfigMap' && name === cluster.varsConfigMap);
    const told = new Map<string, string[]>();
    const misspelt = new Map<string, string>();
    for (const name of names) {
      const near = nearest(name, given);
      const isMisspelt = near !== undefined && isTwin(near, name);
      // Terraform may write more than the contract requires.
      if (!isMisspelt && (isOld(name) || (hasContract && namesBefore().has(name)))) continue;
      if (isMisspelt) misspelt.set(name, near);
      const severity = isOld(name) ? 'notice' : strict && (isMisspelt || !hasContract) ? 'error' : 'warning';
      told.set(severity, [...(told.get(severity) ?? []), name]);
    }
    for (const [severity, all] of told) {
      const [first] = all as [string];
      const near = all.flatMap((name) => misspelt.get(name) ?? []);
      found.push(
        diagnose(unknownVar, {
          message: `nothing gives ${printVars(all)} to ${titled}, which fluxspan did not write: ${outcome(strict)}`,
          at: place(reader, first),
          severity: severity as 'error' | 'warning' | 'notice',
          notes: [`${uses.get(first)!.title} reads \${${first}}`],
          fix: `${near.length > 0 ? `did you mean "${near.join('" and "')}"?` : `add ${all.length === 1 ? 'it' : 'them'} to postBuild.substitute of ${titled}, or declare ${all.length === 1 ? 'it' : 'them'} in infra.vars of an addon.`} A text for others needs a second dollar: $\${${first}}`,
        }),
      );
    }
    return found;
  });
};

/**
 * What Flux does with a missing var.
 *
 * @param strict undefined: the var has a default
 */
const outcome = (strict: boolean | undefined): string =>
  strict === undefined
    ? 'its default takes over'
    : strict
      ? 'Flux fails, and applies nothing of it'
      : 'the text becomes empty';

const printVars = (names: readonly string[]): string =>
  nameSome(
    names.map((name) => `\${${name}}`),
    4,
  );

/** Whether Flux refuses a var without value: https://fluxcd.io/flux/components/kustomize/options/#feature-gates */
const isStrict = ({ flux, fluxSettings }: Pick<AnyFluxCluster, 'flux' | 'fluxSettings'>): boolean => {
  const gates =
    fluxSettings === undefined ? undefined : flagsOf(fluxSettings, 'kustomize-controller').get('feature-gates');
  const given = /\bStrictPostBuildSubstitutions=(\w+)/.exec(gates ?? '')?.[1];
  return given === undefined ? flux === '2.9' : given === 'true';
};

/**
 * The keys of a ConfigMap or Secret.
 *
 * @param isNow true for the planned contract, false for the base's
 */
const keysIn = (
  compiled: Compiled,
  { owners }: FluxView,
  had: HadContract | undefined,
  isNow: boolean,
): RootBuild['keysOf'] => {
  const applied = [...owners.values()].flatMap(({ objects, sets }) => [...objects, ...sets.objects]);
  const keysOf = openKeys(compiled, applied);
  const isListed = (name: string) => compiled.cluster.externalObjects.some((one) => one.name === name);
  return (kind, namespace, name) => {
    if (had === undefined || !isVarsOf(had, namespace, { kind, name })) return keysOf(kind, namespace, name);
    // Terraform deletes a ConfigMap that leaves the contract.
    return isNow ? (keysOf(kind, namespace, name) ?? (isListed(name) ? undefined : [])) : [...had.vars.keys()];
  };
};

const readerOf = (owner: FluxOwner, keysOf: RootBuild['keysOf'], isOwn: ClusterViews['isOwn']): Reader | undefined => {
  const post = postBuildOf(owner.json);
  if (post === undefined) return undefined;
  const namespace = parseOwnerKey(owner.key).namespace;
  const uses = usesIn(owner, isOwn);
  if (uses.size === 0) return undefined;
  const given = new Set(Object.keys(post.inline));
  let isOpen = false;
  for (const { kind, name } of post.from) {
    const keys = keysOf(kind, namespace, name);
    if (keys === undefined) isOpen = true;
    for (const key of keys ?? []) given.add(key);
  }
  return { owner, namespace, post, uses, given, isOpen };
};

const usesIn = ({ objects }: FluxOwner, isOwn: ClusterViews['isOwn']): ReadonlyMap<string, Use> => {
  const uses = new Map<string, Use>();
  for (const { id, built, path } of objects) {
    if (isDisabled(built) || (path !== '' && isOwn(path))) continue;
    for (const { template } of findSites(built)) {
      if (template instanceof SubstitutionError) continue;
      for (const { name, exempt } of variablesOf(template)) {
        const known = uses.get(name);
        if (known === undefined || (known.isExempt && !exempt))
          uses.set(name, { isExempt: exempt, title: titleOf(id), path });
      }
    }
  }
  return uses;
};

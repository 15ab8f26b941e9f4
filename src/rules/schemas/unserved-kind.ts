import { fluxVersions } from '../../declared/declared-cluster.js';
import { capabilitiesFromElsewhere } from '../../dependencies/find-external.js';
import { type Diagnostic, diagnose, nearest } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { compareVersions } from '../../kinds/crd-kind.js';
import { kubernetesGroups } from '../../schema/kubernetes-groups.js';
import type { KindSchemas, PackageSchemas } from '../../schema/package-schemas.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { placeIn } from '../context/place-in.js';
import type { RuleState, StateObject, Unit } from '../context/rule-state.js';
import { isFluxGroup, specOf } from '../context/state-index.js';
import { unservedKind } from '../diagnostics.js';
import type { FoundSchemas } from './find-schemas.js';
import { introducedAfter } from './introduced-versions.js';
import { bundledCrds, isFormerFluxVersion, lastFluxServing, removedIn } from './removed-versions.js';

/**
 * What is certainly wrong with the apiVersion or kind of an object without a schema; undefined if that isn't certain.
 */
type Unserved = (object: StateObject, found: KindSchemas | undefined) => Diagnostic | undefined;

/** Why a kind isn't served, and what is served instead. */
interface Fault {
  readonly why: string;
  readonly fix: string;
}

export const openUnserved = (state: RuleState, own: FoundSchemas, known: PackageSchemas): Unserved => {
  const flux = state.flux === undefined ? -1 : fluxVersions.indexOf(state.flux);
  const faultOf = (object: StateObject, found: KindSchemas | undefined): Fault | undefined => {
    const { group, kind, apiVersion } = object;
    if (found !== undefined) {
      const served = Object.keys(found.versions);
      const fault = { why: `of ${kind} it serves ${served.join(', ')}`, fix: useVersion(group, served) };
      if (own.findOwn(group, kind) !== undefined) {
        const why = `its CRD serves ${served.join(', ')}`;
        const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
        const isNewer = isFluxGroup(group) && served.every((one) => compareVersions(version, one) < 0);
        // Flux's CRDs come with Flux.
        return { why, fix: isNewer ? `Upgrade Flux, whose CRDs are in the tree; or ${lower(fault.fix)}` : fault.fix };
      }
      if (isFluxGroup(group)) {
        if (state.flux === undefined)
          return isFormerFluxVersion(apiVersion) ? undefined : { ...fault, why: `Flux serves ${served.join(', ')}` };
        const last = fluxVersions.indexOf(lastFluxServing[apiVersion]!);
        return flux > last ? { ...fault, why: `Flux ${state.flux} serves ${served.join(', ')}` } : undefined;
      }
      if (isBundled(state, group)) return { ...fault, why: `the CRDs of the cluster serve ${served.join(', ')}` };
      if (!found.own) return undefined;
      const removed = removedIn(apiVersion, kind);
      if (removed !== undefined)
        return { why: `Kubernetes ${removed} removed it`, fix: withFields(fault.fix, apiVersion, kind) };
      return mayBeServed(apiVersion) ? undefined : { ...fault, why: `Kubernetes serves ${served.join(', ')}` };
    }
    const inTree = own.kindsInTree(group);
    if (inTree.includes(kind)) return undefined;
    if (inTree.length > 0) {
      const near = nearest(kind, inTree);
      // "Gadget" resembles "Widget", but a chart may bring it; "Wigdet" is a typo.
      const isSure = nearest(kind, inTree, 1) !== undefined || !bringsMore(state);
      if (!isSure || !isComplete(state, group)) return undefined;
      return { why: `the CRDs of the tree define ${inTree.join(', ')}`, fix: useKind(near, inTree) };
    }
    const kinds = known.kinds(group);
    if (isFluxGroup(group) && kinds.length > 0) {
      return {
        why: `Flux${state.flux === undefined ? '' : ` ${state.flux}`} has ${kinds.join(', ')}`,
        fix: useKind(nearest(kind, kinds), kinds),
      };
    }
    return kubernetesGroups.includes(group) ? builtInFault(object, known) : undefined;
  };
  return (object, found) => {
    if (holdsExpression(object.apiVersion) || holdsExpression(object.kind)) return undefined;
    const fault = faultOf(object, found);
    return fault === undefined ? undefined : problemOf(object, fault);
  };
};

const problemOf = (object: StateObject, { why, fix }: Fault): Diagnostic => {
  const { title, apiVersion, kind } = object;
  return diagnose(unservedKind, {
    message: `${title}: the API server doesn't serve ${apiVersion} ${kind}; ${why}`,
    at: placeIn(object, 'apiVersion'),
    notes: [`Flux reports: no matches for kind "${kind}" in version "${apiVersion}"`],
    fix,
  });
};

/** The problem of a kind that a newer Kubernetes than the cluster's introduced; undefined for other kinds. */
export const tooNew = (object: StateObject, { kubernetes }: Pick<RuleState, 'kubernetes'>): Diagnostic | undefined => {
  const since = kubernetes === undefined ? undefined : introducedAfter(kubernetes, object.apiVersion, object.kind);
  return since === undefined
    ? undefined
    : problemOf(object, {
        why: `Kubernetes ${since} introduced it, and the cluster says kubernetes: '${kubernetes}'`,
        fix: `Leave the object out of this cluster until it runs Kubernetes ${since}, or set kubernetes: '${since}' if it does`,
      });
};

/** The problem of a kind in a group of Kubernetes that the package doesn't have. */
const builtInFault = ({ group, kind, apiVersion }: StateObject, known: PackageSchemas): Fault | undefined => {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const elsewhere = kubernetesGroups.find((one) => known.find(one, kind) !== undefined);
  const removed = removedIn(apiVersion, kind);
  if (elsewhere !== undefined && (removed !== undefined || !mayBeServed(apiVersion))) {
    const versions = Object.keys(known.find(elsewhere, kind)!.versions);
    return {
      why: removed === undefined ? `${kind} is of another group` : `Kubernetes ${removed} removed it`,
      fix: withFields(useVersion(elsewhere, versions), apiVersion, kind),
    };
  }
  if (removed !== undefined) {
    return { why: `Kubernetes ${removed} removed it`, fix: 'Remove the object: no other version has this kind' };
  }
  const near = nearest(kind, known.kinds(group));
  if (near === undefined || !Object.hasOwn(known.find(group, near)!.versions, version)) return undefined;
  return { why: `there is "${near}"`, fix: useKind(near, []) };
};

const useVersion = (group: string, versions: readonly string[]): string => {
  const all = versions.map((version) => `"${group === '' ? version : `${group}/${version}`}"`);
  return `Write apiVersion: ${all.join(' or ')}`;
};

/** https://kubernetes.io/docs/reference/using-api/deprecation-guide/: kinds whose fields changed with the version. */
const withFields = (fix: string, apiVersion: string, kind: string): string =>
  /^(?:Ingress|CustomResourceDefinition|\w+WebhookConfiguration|CertificateSigningRequest|Deployment|DaemonSet|ReplicaSet|StatefulSet)$/.test(
    kind,
  ) || apiVersion === 'autoscaling/v2beta1'
    ? `${fix}, and change its fields as https://kubernetes.io/docs/reference/using-api/deprecation-guide/ says`
    : fix;

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const useKind = (near: string | undefined, kinds: readonly string[]): string =>
  near === undefined ? `Use one of the kinds ${kinds.join(', ')}` : `Write kind: "${near}"`;

/** Alpha and beta versions come and go with Kubernetes' releases, and with settings of the API server. */
const mayBeServed = (apiVersion: string): boolean => /(?:^|\/)v\d+(?:alpha|beta)\d+$/.test(apiVersion);

/** Whether a group's CRDs come from the very source and tag that the package's schemas are from. */
const isBundled = ({ elsewhere, units }: RuleState, group: string): boolean => {
  const wanted = Object.hasOwn(bundledCrds, group) ? bundledCrds[group]! : undefined;
  if (wanted === undefined || capabilitiesFromElsewhere(elsewhere).has(group)) return false;
  const providers = units.filter(({ provides }) => provides.includes(group));
  return (
    providers.length === 1 &&
    [...providers[0]!.objects, ...providers[0]!.entry].some((object) => {
      const { url, ref } = specOf(object);
      return url === wanted.url && isObject(ref) && ref['tag'] === wanted.tag;
    })
  );
};

/** Whether all CRDs of a group are plain manifests in the tree. */
const isComplete = ({ elsewhere, units }: RuleState, group: string): boolean =>
  !capabilitiesFromElsewhere(elsewhere).has(group) &&
  units.every((unit) => {
    const { objects, provides, isPartial } = unit;
    const isProvider =
      provides.includes(group) ||
      objects.some((one) => one.kind === 'CustomResourceDefinition' && specOf(one)['group'] === group);
    return !isPartial && !(isProvider && bringsFromElsewhere(unit));
  });

/** Whether charts or other repositories may bring CRDs that the tree doesn't show. */
const bringsMore = ({ units }: RuleState): boolean => units.some(bringsFromElsewhere);

const bringsFromElsewhere = ({ objects, isElsewhere, declared }: Unit): boolean =>
  (declared === undefined ? isElsewhere : declared.built.instance.definition.source !== undefined) ||
  objects.some(({ kind }) => kind === 'HelmRelease' || kind === 'Kustomization');

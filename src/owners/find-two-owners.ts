import { type Diagnostic, diagnose, type Place } from '../diagnostics/index.js';
import { textOf } from '../json/as-shape.js';
import type { TerraformRead, TerraformResource } from '../terraform/read/index.js';
import type { AppliedObject, ToolClaim, TreeClaim } from './claim.js';
import { terraformDestroys, twoTools } from './diagnostics.js';
import { identityKey, identityTitle } from './identity.js';
import { toolClaims } from './tool-claims.js';
import { openFinder, treeClaims } from './tree-claims.js';

export interface TwoOwnersOptions {
  readonly cluster: string;
  /** Why it isn't certain that the resources are of this cluster, as a note. */
  readonly doubt?: string;
}

/** Finds what both the tree and another tool own, and what two resources of the other tools both own. */
export const findTwoOwners = (
  objects: readonly AppliedObject[],
  reads: readonly TerraformRead[],
  options: TwoOwnersOptions,
): readonly Diagnostic[] => {
  const inTree = new Map<string, TreeClaim[]>();
  const find = openFinder(objects);
  for (const claim of objects.flatMap((object) => treeClaims(object, find))) {
    push(inTree, identityKey(claim.identity), claim);
  }
  // A record has a whole name and one in its zone, and a release two namespaces: the first that is equal counts.
  const reported = new Map<TreeClaim['object'], Set<TerraformResource>>();
  const found: Diagnostic[] = [];
  const others = new Map<string, { readonly read: TerraformRead; readonly claim: ToolClaim }[]>();
  for (const read of reads) {
    for (const claim of toolClaims(read)) {
      const key = identityKey(claim.identity);
      const actions = claim.resource.actions ?? [];
      const isKept = !actions.includes('forget') && (!actions.includes('delete') || actions.includes('create'));
      const both = (inTree.get(key) ?? []).flatMap((one) => {
        const place = compareClouds(one, claim);
        if (place === 'other') return [];
        return [
          { one, doubts: [...(place === 'same' ? [] : [place]), ...(one.doubt === undefined ? [] : [one.doubt])] },
        ];
      });
      for (const { one, doubts } of both) {
        const known = reported.get(one.object) ?? new Set();
        if (known.has(claim.resource)) continue;
        reported.set(one.object, known.add(claim.resource));
        if (isKept) found.push(dual(one, claim, read, options, doubts));
        else if (actions.includes('delete')) found.push(destroyed(one, claim, read, options));
      }
      if (isKept && both.length === 0 && claim.identity.is !== 'installed') push(others, key, { read, claim });
    }
  }
  for (const claims of others.values()) if (claims.length > 1) found.push(...twice(claims, options));
  return found;
};

const push = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
};

/** Whether two resources of a cloud with the same name are the same: a note if that isn't certain. */
const compareClouds = (one: TreeClaim, { identity, resource }: ToolClaim): 'same' | 'other' | string => {
  if (identity.is === 'installed') return compareCharts(one.chart, textOf(resource.attributes['chart']));
  if (identity.is !== 'cloud') return isInOtherZone(one, resource) ? 'other' : 'same';
  let isCompared = one.isGlobal === true;
  for (const [attribute, value] of one.within ?? []) {
    const other = textOf(resource.attributes[attribute]) ?? fromIds(attribute, resource);
    if (other === undefined) continue;
    if (other.toLowerCase() !== value.toLowerCase()) return 'other';
    isCompared = true;
  }
  if (one.mayBeElsewhere === true && one.isGlobal !== true) {
    return 'the object has other credentials than the default ones, so it may be in another account';
  }
  return isCompared || (one.within ?? new Map()).size === 0
    ? 'same'
    : 'the region, project or resource group of one of them is unknown';
};

/** Charts of two names install nothing in common; that of an OCIRepository isn't in the object. */
const compareCharts = (ours: string | undefined, theirs: string | undefined): 'same' | 'other' | string => {
  const name = theirs?.split('/').at(-1);
  if (ours !== undefined && name !== undefined) return ours === name ? 'same' : 'other';
  return 'Helm keeps two records of it, in two namespaces, and which charts they have is not known';
};

/** A network has zones of its own for names that others have, too. */
const isInOtherZone = ({ within }: TreeClaim, { attributes }: TerraformResource): boolean => {
  const [ours, theirs] = [within?.get('zone_id'), textOf(attributes['zone_id'])];
  return ours !== undefined && theirs !== undefined && ours !== theirs;
};

/** What else says where a resource is. */
const fromIds = (attribute: string, { attributes }: TerraformResource): string | undefined => {
  if (attribute === 'region') return textOf(attributes['arn'])?.split(':')[3] || undefined;
  if (attribute !== 'resource_group_name') return undefined;
  return /\/resourceGroups\/([^/]+)/i.exec(textOf(attributes['parent_id']) ?? textOf(attributes['id']) ?? '')?.[1];
};

/** What is shown as the file: a folder of HCL has none. */
const placeOf = ({ resource }: ToolClaim, read: TerraformRead): string =>
  resource.place === undefined ? read.name : `${resource.place.file}:${resource.place.line}`;

/** Without instance keys, as `removed` wants it. */
const blockAddress = (address: string): string => address.replace(/\[(?:\*|\d+|"(?:[^"\\]|\\.)*")\]/g, '');

/** https://developer.hashicorp.com/terraform/language/resources/syntax#removing-resources */
const removedBlock = (address: string): string =>
  `\`removed { from = ${blockAddress(address)} lifecycle { destroy = false } }\``;

const letGo = (claim: ToolClaim, read: TerraformRead): string => {
  switch (read.form) {
    case 'pulumi':
      return `mark it with retainOnDelete and take it out of the program: pulumi state delete '${claim.resource.address}'`;
    case 'cloudformation':
      return 'set its removal policy to RETAIN, deploy, and then take it out of the stack';
    default:
      return `replace its block by ${removedBlock(claim.resource.address)}, and apply that`;
  }
};

const whereOf = ({ object }: TreeClaim, claim: ToolClaim, { cluster }: TwoOwnersOptions): Place => ({
  cluster,
  ...object.at,
  object: `${object.kind}/${object.name}`,
  ...(claim.resource.place === undefined
    ? {}
    : { source: `${claim.resource.place.file}:${claim.resource.place.line}` }),
});

/** Flux deletes what leaves a Kustomization that prunes. */
const letsGoOf = ({ kind, name, owner }: TreeClaim['object']): string =>
  `give ${kind}/${name} the annotation kustomize.toolkit.fluxcd.io/prune: disabled, let Flux apply that, and take it out of ${owner}`;

const dual = (
  one: TreeClaim,
  claim: ToolClaim,
  read: TerraformRead,
  options: TwoOwnersOptions,
  doubts: readonly string[],
): Diagnostic => {
  const all = [
    ...doubts,
    ...(claim.doubt === undefined ? [] : [claim.doubt]),
    ...(options.doubt === undefined ? [] : [options.doubt]),
  ];
  const keepsTree = `to keep it with ${one.tool === 'flux' || one.tool === 'helm' ? 'Flux' : one.owner}, ${letGo(claim, read)}`;
  const keepsOther = `to keep it with ${claim.owner}, ${one.letsGo ?? letsGoOf(one.object)}`;
  return diagnose(twoTools, {
    ...(all.length === 0 ? {} : { severity: 'notice' as const }),
    message: `${identityTitle(one.identity)} ${all.length === 0 ? 'has' : 'may have'} two owners: ${one.owner} and ${claim.owner}`,
    at: whereOf(one, claim, options),
    notes: [`${claim.resource.address} is in ${placeOf(claim, read)}`, ...all],
    fix: `${keepsTree}; ${keepsOther}`,
  });
};

const destroyed = (one: TreeClaim, claim: ToolClaim, read: TerraformRead, options: TwoOwnersOptions): Diagnostic =>
  diagnose(terraformDestroys, {
    ...(options.doubt === undefined ? {} : { severity: 'notice' as const }),
    message: `${read.name} destroys ${identityTitle(one.identity)}, which ${one.owner} owns, too`,
    at: whereOf(one, claim, options),
    notes: [`the plan deletes ${claim.resource.address}`, ...(options.doubt === undefined ? [] : [options.doubt])],
    fix: `let Terraform forget it: ${removedBlock(claim.resource.address)}`,
  });

/** Two resources of other tools that are the same thing. */
const twice = (
  claims: readonly { readonly read: TerraformRead; readonly claim: ToolClaim }[],
  { cluster, doubt }: TwoOwnersOptions,
): readonly Diagnostic[] => {
  const [first, ...rest] = claims;
  // One resource, read from HCL and from a plan or state.
  const distinct = rest.filter(({ claim }) => claim.resource.address !== first!.claim.resource.address);
  // Which of several roots or accounts a name in a cloud is in isn't known here.
  if (first === undefined || first.claim.identity.is === 'cloud' || first.claim.identity.is === 'dns') return [];
  // Roots of several clusters write the same into each.
  const inOneCluster = distinct.filter(
    ({ read, claim }) => read === first.read || (doubt === undefined && !isSamePlace(claim, first.claim)),
  );
  return inOneCluster.map(({ read, claim }) => {
    const all = [first.claim.doubt, claim.doubt, doubt].filter((one) => one !== undefined);
    return diagnose(twoTools, {
      ...(all.length === 0 ? {} : { severity: 'notice' as const }),
      message: `${identityTitle(claim.identity)} ${all.length === 0 ? 'has' : 'may have'} two owners: ${first.claim.owner} and ${claim.owner}`,
      at: {
        cluster,
        ...(claim.resource.place === undefined
          ? { file: read.name }
          : { source: `${claim.resource.place.file}:${claim.resource.place.line}` }),
      },
      notes: [
        `${first.claim.resource.address} is in ${placeOf(first.claim, first.read)}`,
        `${claim.resource.address} is in ${placeOf(claim, read)}`,
        ...all,
      ],
      fix: `keep one of them. If it only changed its address, write moved { from = ${blockAddress(first.claim.resource.address)} to = ${blockAddress(claim.resource.address)} }; else ${letGo(claim, read)}`,
    });
  });
};

/** Two roots call one module. */
const isSamePlace = ({ resource: { place: a } }: ToolClaim, { resource: { place: b } }: ToolClaim): boolean =>
  a !== undefined && b !== undefined && a.file === b.file && a.line === b.line;

import { type Diagnostic, diagnose, type Place } from '../diagnostics/index.js';
import { textOf } from '../json/as-shape.js';
import type { TerraformRead } from '../terraform/read/index.js';
import type { AppliedObject, ToolClaim, TreeClaim } from './claim.js';
import { terraformDestroys, twoTools } from './diagnostics.js';
import { identityKey, identityTitle } from './identity.js';
import { toolClaims } from './tool-claims.js';
import { treeClaims } from './tree-claims.js';

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
  for (const claim of objects.flatMap(treeClaims)) push(inTree, identityKey(claim.identity), claim);
  const found: Diagnostic[] = [];
  const others = new Map<string, { readonly read: TerraformRead; readonly claim: ToolClaim }[]>();
  for (const read of reads) {
    for (const claim of toolClaims(read)) {
      const key = identityKey(claim.identity);
      const actions = claim.resource.actions ?? [];
      const isKept = !actions.includes('forget') && (!actions.includes('delete') || actions.includes('create'));
      const both = (inTree.get(key) ?? []).flatMap((one) => {
        const place = compareClouds(one, claim);
        return place === 'other' ? [] : [{ one, doubts: place === 'same' ? [] : [place] }];
      });
      for (const { one, doubts } of both) {
        if (isKept) found.push(dual(one, claim, read, options, doubts));
        else if (actions.includes('delete')) found.push(destroyed(one, claim, read, options));
      }
      if (isKept && both.length === 0) push(others, key, { read, claim });
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
  if (identity.is !== 'cloud') return 'same';
  let isCompared = one.isGlobal === true;
  for (const [attribute, value] of one.within ?? []) {
    const other =
      textOf(resource.attributes[attribute]) ??
      (attribute === 'region' ? regionOf(resource.attributes['arn']) : undefined);
    if (other === undefined) continue;
    if (other !== value) return 'other';
    isCompared = true;
  }
  if (one.mayBeElsewhere === true && one.isGlobal !== true) {
    return 'the object has other credentials than the default ones, so it may be in another account';
  }
  return isCompared || (one.within ?? new Map()).size === 0
    ? 'same'
    : 'the region, project or resource group of one of them is unknown';
};

const regionOf = (arn: unknown): string | undefined => {
  const region = textOf(arn)?.split(':')[3];
  return region === '' ? undefined : region;
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
  const keepsOther = `to keep it with ${claim.owner}, ${one.letsGo ?? `take ${one.object.kind}/${one.object.name} out of ${one.object.owner}`}`;
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
  return distinct.map(({ read, claim }) => {
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

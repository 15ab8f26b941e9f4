import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { compareText } from '../json/compare-text.js';
import { readField } from '../json/read-field.js';
import type { TerraformRead } from '../terraform/read/index.js';
import type { OwnerTool } from './claim.js';
import { compiledObjects } from './compiled-objects.js';
import { identityTitle } from './identity.js';
import { through } from './made-claims.js';
import { toolClaims } from './tool-claims.js';
import { treeClaims } from './tree-claims.js';

/** One thing in a cluster or a cloud. */
export interface OwnedThing {
  /** `Deployment/web in shop`, `Helm release redis in shop`, `aws_vpc.main`. */
  readonly title: string;
  /** Of Terraform: the address, with the file and line of HCL. */
  readonly address?: string;
  readonly place?: string;
}

/** An owner and what it owns. */
export interface ThingsOfOwner {
  readonly tool: OwnerTool;
  /** `Kustomization "shop"`, `Terraform in infra/dev`. */
  readonly owner: string;
  readonly things: readonly OwnedThing[];
}

/** Owners in the order of a list: as things come up, and what people did by hand at the end. */
const ORDER: readonly OwnerTool[] = [
  'bootstrap',
  'terraform',
  'flux',
  'helm',
  'tofu-controller',
  'crossplane',
  'operator',
  'person',
];

/** Everything that a cluster's tree and the given Terraform have, by its owner. */
export const listOwners = (compiled: CompiledCluster, reads: readonly TerraformRead[]): readonly ThingsOfOwner[] => {
  const found = new Map<string, { readonly tool: OwnerTool; readonly owner: string; readonly things: OwnedThing[] }>();
  const add = (tool: OwnerTool, owner: string, thing: OwnedThing): void => {
    const key = `${tool} ${owner}`;
    const list = found.get(key) ?? { tool, owner, things: [] };
    list.things.push(thing);
    found.set(key, list);
  };
  for (const title of ['Kustomization/flux-system in flux-system', "Flux's controllers and their source"]) {
    add('bootstrap', FLUX, { title });
  }
  for (const object of compiledObjects(compiled)) {
    const claims = treeClaims(object);
    const isWhole = claims.some(({ identity }) => identity.is === 'dns' && identity.zone === undefined);
    for (const { tool, owner, identity, isPossible } of claims) {
      const isSecond = identity.is === 'installed' || (isWhole && identity.is === 'dns' && identity.zone !== undefined);
      if (identity.is !== 'flux' && !isSecond && isPossible !== true)
        add(tool, owner, { title: identityTitle(identity) });
    }
    if (object.group === 'infra.contrib.fluxcd.io' && object.kind === 'Terraform') {
      const path = readField(object.json, 'spec.path');
      const isRead = reads.some(({ runBy }) => runBy === through(object));
      if (!isRead)
        add('tofu-controller', through(object), {
          title: `what the HCL in ${typeof path === 'string' ? path : 'its source'} declares`,
        });
    }
  }
  ofContract(compiled, add);
  for (const read of reads) ofRead(read, add);
  return [...found.values()]
    .map((one) => ({ ...one, things: one.things.toSorted((a, b) => compareText(a.title, b.title)) }))
    .sort((a, b) => ORDER.indexOf(a.tool) - ORDER.indexOf(b.tool) || compareText(a.owner, b.owner));
};

const FLUX = "bootstrap: Flux's own files in flux-system";

type Add = (tool: OwnerTool, owner: string, thing: OwnedThing) => void;

/** What the code says of others. */
const ofContract = ({ cluster, contract }: CompiledCluster, add: Add): void => {
  const module = "Terraform's module of the contract";
  const others = 'external: by a person or another tool';
  for (const { name, namespace } of contract.configMaps) {
    add('terraform', module, { title: `ConfigMap/${name} in ${namespace}` });
  }
  for (const { name, creator } of contract.namespaces) {
    const title = `Namespace/${name}`;
    if (creator === 'terraform') add('terraform', module, { title });
    if (creator === 'flux') add('bootstrap', FLUX, { title });
    if (creator === 'external') add('person', others, { title });
  }
  for (const { kind, name, namespace } of cluster.externalObjects) {
    add('person', others, { title: `${kind}/${name}${namespace === undefined ? '' : ` in ${namespace}`}` });
  }
};

const ofRead = (read: TerraformRead, add: Add): void => {
  const claims = new Map(toolClaims(read).map((claim) => [claim.resource, claim]));
  const place = read.name === '' ? 'the top folder' : read.name;
  for (const resource of read.resources) {
    if (resource.mode !== 'managed') continue;
    const claim = claims.get(resource);
    const { address, place: line } = resource;
    const [tool, owner] =
      read.runBy === undefined
        ? (['terraform', `${toolOf(read)} in ${place}`] as const)
        : (['tofu-controller', read.runBy] as const);
    add(tool, owner, {
      title: claim === undefined ? address : identityTitle(claim.identity),
      address,
      ...(line === undefined ? {} : { place: `${line.file}:${line.line}` }),
    });
  }
};

const toolOf = ({ form }: TerraformRead): string =>
  form === 'pulumi' ? 'Pulumi' : form === 'cloudformation' ? 'the AWS CDK' : 'Terraform';

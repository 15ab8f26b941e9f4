import { fieldsOf, listOf, textOf } from '../../json/as-shape.js';
import { isQuietModule } from '../../knowledge/quiet-modules.js';
import { kubernetesType } from '../../owners/kubernetes-types.js';
import { ownsInCluster, toolClaims } from '../../owners/tool-claims.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import { givenManifests } from './given-manifests.js';
import { isGone } from './is-gone.js';
import { isOfFlux } from './is-of-flux.js';
import type { MadeObject } from './made-object.js';

/** All that the roots of a repository make in clusters. */
export interface MadeObjects {
  readonly all: readonly MadeObject[];
  /** `group/Kind` of those whose names only Terraform knows. */
  readonly openKinds: ReadonlySet<string>;
  /** Modules from elsewhere, or manifests that only Terraform knows, may make anything. */
  readonly isOpen: boolean;
}

export const madeObjectsOf = (reads: readonly TerraformRead[]): MadeObjects => {
  const all: MadeObject[] = [];
  const openKinds = new Set<string>();
  let isOpen = false;
  for (const read of reads) {
    const claims = new Map<TerraformResource, MadeObject[]>();
    for (const { identity, resource, doubt } of toolClaims(read)) {
      if (identity.is !== 'object') continue;
      const { is: _, ...object } = identity;
      const made = { ...object, ...placed(resource, read), ...(doubt === undefined ? {} : { doubt }) };
      claims.set(resource, [...(claims.get(resource) ?? []), made]);
    }
    for (const resource of read.resources) {
      if (resource.mode !== 'managed' || isGone(resource)) continue;
      const own = claims.get(resource) ?? partlyKnown(resource, read);
      if (own === 'anything') isOpen ||= !isOfFlux(resource);
      else if (typeof own === 'string') openKinds.add(own);
      else all.push(...own);
    }
    for (const module of read.unseen) {
      if (isQuietModule(module.source)) continue;
      isOpen = true;
      all.push(...givenManifests(module));
    }
  }
  return { all, openKinds, isOpen };
};

const placed = ({ address, place }: TerraformResource, { name }: TerraformRead) => ({
  address,
  place: place === undefined ? name : `${place.file}:${place.line}`,
});

/** What is known of a resource whose object has an unknown name or namespace: its kind, if not its name. */
const partlyKnown = (resource: TerraformResource, read: TerraformRead): readonly MadeObject[] | string => {
  const { type, attributes } = resource;
  if (type === 'helm_release') {
    const { create_namespace: makes, namespace } = attributes;
    if (makes !== true) return [];
    const name = textOf(namespace);
    return name === undefined
      ? '/Namespace'
      : [{ group: '', kind: 'Namespace', namespace: '', name, ...placed(resource, read) }];
  }
  if (!ownsInCluster(type) || type === 'flux_bootstrap_git') return [];
  const kind = kubernetesType(type);
  if (kind === undefined) return 'anything';
  const metadata = attributes['metadata'];
  const name = textOf(fieldsOf(Array.isArray(metadata) ? listOf(metadata)[0] : metadata)['name']);
  return name === undefined || !kind.isNamespaced
    ? `${kind.group}/${kind.kind}`
    : [{ group: kind.group, kind: kind.kind, namespace: undefined, name, ...placed(resource, read) }];
};

/** Whether Terraform makes an object. Of Namespaces whose names it alone knows, each may be the one. */
export const isMadeByTerraform = (
  { all, openKinds }: MadeObjects,
  of: { readonly group: string; readonly kind: string; readonly namespace?: string | undefined; readonly name: string },
): boolean =>
  (of.kind === 'Namespace' && openKinds.has('/Namespace')) ||
  all.some(
    (one) =>
      one.name === of.name &&
      one.kind === of.kind &&
      one.group === of.group &&
      (one.namespace === undefined || one.namespace === (of.namespace ?? '')),
  );

import { posix } from 'node:path';
import { repositoryOf } from '../compile/find-project-place.js';
import type { AppLayout } from '../compile/layout.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { fieldsOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import {
  loadHclParser,
  openTerraformReader,
  type TerraformFiles,
  type TerraformRead,
  type TerraformResource,
} from '../terraform/read/index.js';
import type { OperatorRoot } from './operator-roots.js';
import { terraformOnDisk } from './terraform-on-disk.js';

/** What the HCL of a repository has for one cluster. */
export interface ClusterRoots {
  readonly cluster: string;
  readonly reads: readonly TerraformRead[];
}

/** A cluster, with the folders that operators in it run. */
export interface ClusterWithRoots extends Pick<AnyFluxCluster, 'name' | 'owners'> {
  readonly operated: readonly OperatorRoot[];
}

/** `source = "../modules/apps"`, or the same in JSON. */
const SOURCE = /"?\bsource"?\s*[=:]\s*"(\.\.?\/[^"$]*)"/g;
/** `resource "helm_release" "x"`, or the type as a key of JSON. */
const RESOURCE = /\bresource\s+"?([a-z][a-z0-9_]*)"?\s|"([a-z]+_[a-z0-9_]+)"\s*:/g;

/**
 * Reads those root modules of a repository that work on a cluster: they call its contract's module, or `owners.roots` names
 * them, or tofu-controller runs them. HashiCorp's parser is loaded only if one of them has a resource of a wanted type.
 *
 * @param project absolute
 * @param paths of Terraform's files, of {@link terraformPaths}
 * @param isWanted the types of resources for which a root is read
 */
export const readClusterRoots = async (
  project: string,
  layout: AppLayout,
  clusters: readonly ClusterWithRoots[],
  paths: readonly string[],
  isWanted: (type: string) => boolean,
): Promise<readonly ClusterRoots[]> => {
  const top = repositoryOf(project, layout.place);
  const files = terraformOnDisk(top);
  const folders = readFolders(files, paths, isWanted);
  const found: ClusterRoots[] = [];
  let reader: ReturnType<typeof openTerraformReader> | undefined;
  for (const { name, owners, operated } of clusters) {
    const contract = posix.join(layout.inRepository, layout.of(name).contract);
    const declared = (owners.roots ?? []).map((root) => posix.normalize(root).replace(/\/$/, '').replace(/^\.$/, ''));
    const runBy = new Map(operated.map((one) => [one.folder, one.runBy]));
    const roots = [...new Set([...declared, ...callersOf(contract, folders), ...runBy.keys()])].filter((root) =>
      folders.has(root),
    );
    const reads: TerraformRead[] = [];
    for (const root of roots.sort(compareText)) {
      if (!isWorthReading(root, contract, folders)) continue;
      reader ??= openTerraformReader(files, await loadHclParser());
      const read = ofCluster(await reader.read(root), contract);
      const operator = runBy.get(root);
      reads.push(operator === undefined ? read : { ...inOwnCluster(read), runBy: operator });
    }
    if (reads.length > 0) found.push({ cluster: name, reads });
  }
  return found;
};

/** What the text of a folder's files says, without a parser. */
interface FolderText {
  readonly calls: ReadonlySet<string>;
  readonly hasWanted: boolean;
}

const readFolders = (
  files: TerraformFiles,
  paths: readonly string[],
  isWanted: (type: string) => boolean,
): ReadonlyMap<string, FolderText> => {
  const folders = new Map<string, { readonly calls: Set<string>; hasWanted: boolean }>();
  for (const path of paths) {
    const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
    const text = files.read(path) ?? '';
    const found = folders.get(folder) ?? { calls: new Set<string>(), hasWanted: false };
    folders.set(folder, found);
    for (const [, source = ''] of text.matchAll(SOURCE)) {
      const called = posix.normalize(posix.join(folder === '' ? '.' : folder, source)).replace(/\/$/, '');
      found.calls.add(called === '.' ? '' : called);
    }
    if (!found.hasWanted) {
      found.hasWanted = [...text.matchAll(RESOURCE)].some(([, type, key]) => isWanted(type ?? key ?? ''));
    }
  }
  return folders;
};

/** The folders that lead to a module and that no other folder calls. */
const callersOf = (module: string, folders: ReadonlyMap<string, FolderText>): readonly string[] => {
  const reached = new Set([module]);
  for (const target of reached) {
    for (const [folder, { calls }] of folders) if (calls.has(target)) reached.add(folder);
  }
  reached.delete(module);
  const called = new Set([...folders.values()].flatMap(({ calls }) => [...calls]));
  return [...reached].filter((folder) => !called.has(folder));
};

/** Whether a root or a module that it calls has a resource of a wanted type. */
const isWorthReading = (root: string, contract: string, folders: ReadonlyMap<string, FolderText>): boolean => {
  const reached = new Set([root]);
  for (const folder of reached) {
    for (const called of folders.get(folder)?.calls ?? []) if (called !== contract) reached.add(called);
  }
  return [...reached].some((folder) => folders.get(folder)?.hasWanted === true);
};

/**
 * Without resources of other clusters: a root that works on several has a provider for each, and gives the contract's module
 * the one of its cluster. Also without what that module makes itself.
 */
const ofCluster = (read: TerraformRead, contract: string): TerraformRead => {
  const call = read.calls.find(({ folder }) => folder === contract);
  const inContract = ({ module }: TerraformResource): boolean =>
    call !== undefined && withoutKeys(module).startsWith(call.address);
  const own = call === undefined ? undefined : aliasOf(call.providers['kubernetes'] ?? 'kubernetes');
  return {
    ...read,
    resources: read.resources.filter(
      (resource) =>
        !inContract(resource) && (own === undefined || !isOfKubernetes(resource) || aliasIn(resource, read) === own),
    ),
  };
};

/** Without what goes to a cluster that a provider names: without settings, a provider reaches the cluster that it runs in. */
const inOwnCluster = (read: TerraformRead): TerraformRead => {
  const elsewhere = new Set(
    read.providers.flatMap(({ name, attributes }) => {
      const nested: unknown = attributes['kubernetes'];
      const settings = { ...attributes, ...fieldsOf(Array.isArray(nested) ? nested[0] : nested) };
      return CLUSTER_SETTINGS.some((key) => settings[key] !== undefined) ? [name] : [];
    }),
  );
  const providerOf = (resource: TerraformResource): string => {
    const alias = aliasIn(resource, read);
    const [, type = ''] = OF_KUBERNETES.exec(resource.type) ?? [];
    return alias === '' ? type : `${type}.${alias}`;
  };
  return {
    ...read,
    resources: read.resources.filter((one) => !isOfKubernetes(one) || !elsewhere.has(providerOf(one))),
  };
};

const CLUSTER_SETTINGS = ['host', 'config_path', 'config_paths', 'config_context', 'exec'] as const;

const withoutKeys = (address: string): string => address.replace(/\[(?:\*|\d+|"(?:[^"\\]|\\.)*")\]/g, '');

/** `dev` of `kubernetes.dev`; empty for a provider without an alias. */
const aliasOf = (provider: string): string => provider.split('.')[1] ?? '';

/** Types whose provider says which cluster they are in. */
const OF_KUBERNETES = /^(kubernetes|helm|kubectl|flux|kustomization)_/;

const isOfKubernetes = ({ type }: TerraformResource): boolean => OF_KUBERNETES.test(type);

/** The alias of the provider in the root that a resource comes to. */
const aliasIn = ({ type, provider, module }: TerraformResource, { calls }: TerraformRead): string => {
  const inner = provider ?? OF_KUBERNETES.exec(type)?.[1] ?? '';
  const [top] = /^module\.[\w-]+/.exec(module) ?? [];
  const given = top === undefined ? undefined : calls.find(({ address }) => address === top)?.providers[inner];
  return aliasOf(given ?? inner);
};

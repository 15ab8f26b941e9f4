import { posix } from 'node:path';
import { componentsIn, type FluxSync } from '../../applied/flux-roots.js';
import { fieldsOf, listOf, objectsOf, textOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { isGone } from './is-gone.js';

const FLUX_SYSTEM = 'flux-system';

/** Where the charts of a sync have its path, its repository and its revision. */
const CHARTS: Readonly<Record<string, { readonly path: string; readonly url: string; readonly ref: string }>> = {
  'flux-instance': { path: 'instance.sync.path', url: 'instance.sync.url', ref: 'instance.sync.ref' },
  'flux2-sync': {
    path: 'kustomization.spec.path',
    url: 'gitRepository.spec.url',
    ref: 'gitRepository.spec.ref.branch',
  },
};

/** Resources that each have Flux installed, and say what it reads. */
const TELLERS: ReadonlySet<string> = new Set(['flux_bootstrap_git', 'azurerm_kubernetes_flux_configuration']);

/**
 * What Terraform says that a Flux reads: `flux_bootstrap_git`, whose files may not be here yet, Azure's extension of Flux, and
 * charts of a sync. A path that only Terraform knows says nothing.
 *
 * @param files the text of all YAML files, by path
 */
export const toldClusters = (
  reads: readonly TerraformRead[],
  files: ReadonlyMap<string, string>,
): readonly ToldCluster[] =>
  reads.flatMap(({ resources, name }) =>
    resources.flatMap((resource): readonly ToldCluster[] => {
      const { type, mode, place, attributes, assumed } = resource;
      if (mode !== 'managed' || isGone(resource)) return [];
      const syncAt = (path: string) => syncOf(path, place?.file ?? name, files);
      if (type === 'flux_bootstrap_git') {
        const path = textOf(attributes['path']);
        return path === undefined ? [] : [{ sync: syncAt(path), isSure: false }];
      }
      if (type === 'azurerm_kubernetes_flux_configuration') {
        const git = objectsOf(attributes['git_repository'])[0];
        const name = textOf(attributes['name']) ?? FLUX_SYSTEM;
        const source = { kind: 'GitRepository', name, namespace: textOf(attributes['namespace']) ?? FLUX_SYSTEM };
        const branch = git?.['reference_type'] === 'branch' ? textOf(git['reference_value']) : undefined;
        return objectsOf(git === undefined ? [] : attributes['kustomizations']).flatMap(
          (one): readonly ToldCluster[] => {
            const path = textOf(one['path']);
            if (path === undefined) return [];
            return [{ sync: { ...syncAt(path), source, branch, url: textOf(git?.['url']) }, isSure: false }];
          },
        );
      }
      const chart = type === 'helm_release' ? CHARTS[posix.basename(textOf(attributes['chart']) ?? '')] : undefined;
      const given = (at: string) => givenAt(at, attributes);
      const path = chart === undefined ? undefined : given(chart.path);
      if (chart === undefined || path === undefined) return [];
      const branch = given(chart.ref)?.replace(/^refs\/heads\//, '');
      return [
        { sync: { ...syncAt(path), url: given(chart.url), branch }, isSure: isPlain(chart.path, attributes, assumed) },
      ];
    }),
  );

/** Whether no variable of the root may give a value of a release, or have it made at all. */
const isPlain = (
  at: string,
  attributes: TerraformResource['attributes'],
  assumed: TerraformResource['assumed'],
): boolean => {
  const set = objectsOf(attributes['set']).findIndex(({ name }) => name === at);
  return [...assumed.keys()].every((path) => path !== '' && !path.startsWith(set < 0 ? 'values' : `set[${set}]`));
};

/** The blocks that say what a Flux reads, with their places, also where they say it by what only Terraform knows. */
export const tellersOf = (reads: readonly TerraformRead[]): readonly string[] => [
  ...new Set(
    reads.flatMap(({ resources }) =>
      resources.flatMap((resource) => {
        const { type, mode, name, place } = resource;
        if (mode !== 'managed' || !TELLERS.has(type) || isGone(resource)) return [];
        return place === undefined ? `${type}.${name}` : `${type}.${name} (${place.file}:${place.line})`;
      }),
    ),
  ),
];

/** A sync that Terraform declares. */
export interface ToldCluster {
  readonly sync: FluxSync;
  /** Its folder must be there: neither does Terraform make it, nor may a variable give another one. */
  readonly isSure: boolean;
}

const syncOf = (written: string, file: string, files: ReadonlyMap<string, string>): FluxSync => {
  const path = posix.join('/', written).replace(/^\/+|\/+$/g, '');
  return {
    file,
    path,
    source: { kind: 'GitRepository', name: FLUX_SYSTEM, namespace: FLUX_SYSTEM },
    ...componentsIn(posix.join(path, FLUX_SYSTEM), files),
  };
};

/** A value of a release: of `set`, or else of the last of its values files that has it. */
const givenAt = (at: string, attributes: TerraformResource['attributes']): string | undefined => {
  const set = [...objectsOf(attributes['set']), ...objectsOf(attributes['set_sensitive'])].find(
    ({ name }) => name === at,
  );
  if (set !== undefined) return textOf(set['value']);
  for (const text of [...listOf(attributes['values'])].reverse()) {
    // What Terraform alone knows may have it.
    if (typeof text !== 'string') return undefined;
    const found = at.split('.').reduce<unknown>((value, key) => fieldsOf(value)[key], documentOf(text));
    if (found !== undefined) return textOf(found);
  }
  return undefined;
};

const documentOf = (text: string): unknown => {
  try {
    return parseYamlDocuments(text).find(isObject);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

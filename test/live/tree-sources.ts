import type { KubeObject } from './kube-object.js';
import { objectsOf, type Tree } from './tree.js';

/** What a tree fetches from elsewhere. */
export interface TreeSources {
  readonly charts: readonly WantedChart[];
  readonly repositories: readonly WantedRepository[];
}

export interface WantedChart {
  readonly url: string;
  readonly name: string;
  readonly version: string;
}

export interface WantedRepository {
  readonly url: string;
  /** `undefined`: its main branch. */
  readonly tag: string | undefined;
  /** Of the Kustomizations that read it, without the `./` at the start; sorted. */
  readonly paths: readonly string[];
}

interface SourceSpec {
  readonly url?: string;
  readonly type?: string;
  readonly ref?: { readonly tag?: string };
}

interface SourceRef {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/**
 * The charts and Git repositories that the tree's releases and Kustomizations read, each once, in a stable order.
 * Throws on a release without an exact version, for which no chart can be made.
 */
export const sourcesOf = (tree: Tree): TreeSources => {
  const objects = objectsOf(tree);
  const sources = new Map(
    objects
      .filter(({ apiVersion }) => apiVersion.startsWith('source.toolkit.fluxcd.io/'))
      .map((object) => [
        `${object.kind}/${object.metadata.namespace}/${object.metadata.name}`,
        object.spec as SourceSpec,
      ]),
  );
  const tryFind = ({ kind, name, namespace }: SourceRef, reader: KubeObject) =>
    sources.get(`${kind}/${namespace ?? reader.metadata.namespace}/${name}`);

  const charts = new Map<string, WantedChart>();
  const repositories = new Map<string, { url: string; tag: string | undefined; paths: Set<string> }>();
  for (const object of objects) {
    if (object.kind === 'HelmRelease') {
      const chart = wantedChart(object, (ref) => tryFind(ref, object));
      if (chart !== undefined) charts.set(`${chart.url} ${chart.name} ${chart.version}`, chart);
    }
    if (object.kind === 'Kustomization' && object.apiVersion.startsWith('kustomize.toolkit.fluxcd.io/')) {
      const { sourceRef = {}, path = '' } = object.spec as { sourceRef?: SourceRef; path?: string };
      // Without a source in the tree it reads the tree itself.
      const source = sourceRef.kind === 'GitRepository' ? tryFind(sourceRef, object) : undefined;
      if (source?.url === undefined) continue;
      const key = `${source.url} ${source.ref?.tag}`;
      const wanted = repositories.get(key) ?? { url: source.url, tag: source.ref?.tag, paths: new Set() };
      wanted.paths.add(path.replace(/^\.\//, ''));
      repositories.set(key, wanted);
    }
  }
  const inOrder = <T>(map: Map<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return {
    charts: inOrder(charts),
    repositories: inOrder(repositories).map((wanted) => ({ ...wanted, paths: [...wanted.paths].sort() })),
  };
};

const wantedChart = (
  release: KubeObject,
  find: (ref: SourceRef) => SourceSpec | undefined,
): WantedChart | undefined => {
  const { chart, chartRef } = release.spec as {
    chart?: { spec: { chart: string; version?: string; sourceRef: SourceRef } };
    chartRef?: SourceRef;
  };
  const source = find(chart?.spec.sourceRef ?? chartRef ?? {});
  // Read from a source that is not the tree's: the test that has it there serves it.
  if (source?.url === undefined) return undefined;
  const url = source.url.replace(/\/$/, '');
  const version = chart === undefined ? source.ref?.tag : chart.spec.version;
  if (version === undefined || !/^v?\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `HelmRelease "${release.metadata.name}" asks for version "${version}" of its chart, not for one version`,
    );
  }
  if (chart === undefined) return { url, name: url.slice(url.lastIndexOf('/') + 1), version };
  const { chart: name } = chart.spec;
  return { url: source.type === 'oci' ? `${url}/${name}` : url, name, version };
};

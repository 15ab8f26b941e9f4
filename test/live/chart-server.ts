import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { type LocalServer, listenLocally } from './local-server.js';
import { packStubChart, type StubChart } from './stub-chart.js';

/** Helm repositories and an OCI registry, in memory. */
export interface ChartServer extends LocalServer {
  /** Serves the charts, with those pushed before. Gives the local URL for each source URL that they have. */
  push(charts: readonly StubChart[]): Record<string, string>;
}

interface Content {
  readonly type: string;
  readonly body: Buffer | string;
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const octets = 'application/octet-stream';

export const startChartServer = async (): Promise<ChartServer> => {
  const contents = new Map<string, Content>();
  /** Versions of each chart of each Helm repository, for its index. */
  const indexes = new Map<string, Map<string, object[]>>();
  const tags = new Map<string, Set<string>>();

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const content = path === '/v2/' ? { type: 'application/json', body: '{}' } : contents.get(path);
    if (content === undefined || !['GET', 'HEAD'].includes(request.method ?? '')) {
      // The registry's own form: clients of OCI read the code.
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: [{ code: 'NAME_UNKNOWN', message: `nothing was pushed to ${path}` }] }));
      return;
    }
    const headers: Record<string, string | number> = {
      'content-type': content.type,
      'content-length': Buffer.byteLength(content.body),
    };
    if (content.type === manifestType) headers['docker-content-digest'] = digestOf(content.body);
    response.writeHead(200, headers);
    response.end(request.method === 'HEAD' ? undefined : content.body);
  });
  const local = await listenLocally(server);

  const pushToRepository = (chart: StubChart): [string, string] => {
    const base = `/helm/${pathOf(chart.url)}`;
    const { archive } = packStubChart(chart);
    const file = `${chart.name}-${chart.version}.tgz`;
    const index = indexes.get(base) ?? new Map<string, object[]>();
    indexes.set(base, index);
    const entry = {
      apiVersion: 'v2',
      name: chart.name,
      version: chart.version,
      urls: [file],
      digest: digestOf(archive).replace('sha256:', ''),
    };
    index.set(chart.name, [...(index.get(chart.name) ?? []), entry]);
    contents.set(`${base}/${file}`, { type: octets, body: archive });
    // JSON is YAML.
    const text = JSON.stringify({ apiVersion: 'v1', entries: Object.fromEntries(index) });
    contents.set(`${base}/index.yaml`, { type: 'text/yaml', body: text });
    return [chart.url, `http://127.0.0.1:${local.port}${base}`];
  };

  const pushToRegistry = (chart: StubChart): [string, string][] => {
    const name = pathOf(chart.url);
    const packed = packStubChart(chart);
    const blob = (body: Buffer | string, mediaType: string) => {
      const digest = digestOf(body);
      contents.set(`/v2/${name}/blobs/${digest}`, { type: octets, body });
      return { mediaType, digest, size: Buffer.byteLength(body) };
    };
    const archive = blob(packed.archive, 'application/vnd.cncf.helm.chart.content.v1.tar+gzip');
    // Helm sorts layers by digest, so that the provenance of a signed chart comes first in about half of all versions.
    const provenance = blob(
      '-----BEGIN PGP SIGNED MESSAGE-----\n',
      'application/vnd.cncf.helm.chart.provenance.v1.prov',
    );
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: blob(packed.metadata, 'application/vnd.cncf.helm.config.v1+json'),
      layers: isSigned(name) ? [provenance, archive] : [archive],
    });
    // A tag holds no `+`, so Helm writes `_` for it.
    const tag = chart.version.replaceAll('+', '_');
    for (const reference of [tag, digestOf(manifest)]) {
      contents.set(`/v2/${name}/manifests/${reference}`, { type: manifestType, body: manifest });
    }
    const all = (tags.get(name) ?? new Set()).add(tag);
    tags.set(name, all);
    contents.set(`/v2/${name}/tags/list`, { type: 'application/json', body: JSON.stringify({ name, tags: [...all] }) });
    const at = (path: string) => `oci://127.0.0.1:${local.port}/${path}`;
    // An OCIRepository names the chart itself, a HelmRepository of type oci the path above it.
    const above = (path: string) => path.slice(0, path.lastIndexOf('/'));
    return [
      [chart.url, at(name)],
      [above(chart.url), at(above(name))],
    ];
  };

  return {
    ...local,
    push(charts) {
      return Object.fromEntries(
        charts.flatMap((chart) => (chart.url.startsWith('oci://') ? pushToRegistry(chart) : [pushToRepository(chart)])),
      );
    },
  };
};

/** Charts in a folder of this name are signed. */
const isSigned = (name: string): boolean => name.split('/').includes('signed');

/** Host and path: two repositories never share a place. */
const pathOf = (url: string): string => {
  const { host, pathname } = new URL(url.replace(/^oci:/, 'http:'));
  return `${host}${pathname}`.replace(/\/$/, '');
};

const digestOf = (content: Buffer | string): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;
